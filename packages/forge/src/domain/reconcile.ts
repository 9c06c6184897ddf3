import { access, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { branchRef, followRefs } from './follow-refs.ts';
import { completeMerge } from './merge-pull.ts';

export interface Reconciled {
  readonly repositories: number;
  readonly staleLocks: number;
  readonly finishedMerges: number;
  readonly droppedMerges: number;
  readonly removedFolders: number;
}

/**
 * Makes database and repositories agree after a stop at any moment: rows come before folders, objects before refs,
 * intents before merges, so that what is half done can always be told from what is done.
 */
export async function reconcile(world: World): Promise<Reconciled> {
  const removedFolders = await removeOrphans(world);
  let staleLocks = 0;
  const repositories = world.state.repositories.list({});
  for (const repository of repositories) {
    await createMissing(world, repository);
    staleLocks += await world.gits.of(repository).removeStaleLocks();
  }
  const merges = await settleMerges(world);
  for (const repository of repositories) await followRefs(world, repository);
  return { repositories: repositories.length, staleLocks, removedFolders, ...merges };
}

async function removeOrphans(world: World): Promise<number> {
  const known = new Set(world.state.repositories.list({}).map(({ id }) => world.gits.folderOf(id)));
  const folders = await readdir(world.gits.root);
  const orphans = folders.filter((folder) => /^\d+\.git$/.test(folder) && !known.has(folder));
  for (const folder of orphans) await rm(path.join(world.gits.root, folder), { recursive: true, force: true });
  return orphans.length;
}

async function createMissing(world: World, repository: Repository): Promise<void> {
  const git = world.gits.of(repository);
  const complete = await Promise.all(
    ['HEAD', 'config', 'objects', 'refs'].map((name) => access(path.join(git.directory, name))),
  ).then(
    () => true,
    () => false,
  );
  if (!complete) await git.create(repository.defaultBranch);
}

async function settleMerges(world: World): Promise<{ finishedMerges: number; droppedMerges: number }> {
  let [finishedMerges, droppedMerges] = [0, 0];
  for (const intent of world.state.mergeIntents.list({})) {
    const pull = world.state.pulls.get(intent.pullId);
    const git = world.gits.of({ id: pull.repositoryId });
    const base = await git.refs.get(branchRef(pull.baseRef));
    const written = await git.objects.info(intent.sha);
    if (base && written && (await git.history.isAncestor(intent.sha, base.sha))) {
      completeMerge(world, intent);
      finishedMerges += 1;
    } else {
      world.state.mergeIntents.delete({ id: intent.id });
      droppedMerges += 1;
    }
  }
  return { finishedMerges, droppedMerges };
}
