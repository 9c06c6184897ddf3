import { signatureOf } from '../domain/signature.ts';
import { editTree, type TreeEdit } from '../git/edit-tree.ts';
import { isBranchName, isTreePath } from '../git/names.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';
import type { ReadCommit } from './seed.ts';

/** Commits in their order, each on its branch. */
export async function plantCommits(
  world: World,
  repository: Repository,
  commits: readonly ReadCommit[],
): Promise<void> {
  for (const commit of commits) await plantCommit(world, repository, commit);
}

async function plantCommit(world: World, repository: Repository, seed: ReadCommit): Promise<void> {
  const { objects, refs } = world.gits.of(repository);
  const branch = seed.branch ?? repository.defaultBranch;
  const wrong = [branch, ...seed.files.map(({ path }) => path)].find((name, index) =>
    index === 0 ? !isBranchName(name) : !isTreePath(name),
  );
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} is not a valid branch or path in a seed commit.`);
  const own = await refs.get(`refs/heads/${branch}`);
  const start = own ?? (await refs.get(`refs/heads/${seed.from ?? repository.defaultBranch}`));
  const shas = await objects.writeBlobs(seed.files.map(({ content }) => Buffer.from(content ?? '')));
  const edits = seed.files.map(({ path, content, executable }, index): TreeEdit => {
    const mode = executable ? '100755' : '100644';
    return { path, put: content === null ? null : { mode, sha: shas[index] ?? '' } };
  });
  const signature = signatureAt(world, authorOf(world, repository, seed.author), seed.at);
  const sha = await objects.writeCommit({
    tree: await editTree(objects, start ? (await objects.commit(start.sha)).tree : undefined, edits),
    parents: start ? [start.sha] : [],
    author: signature,
    committer: signature,
    message: `${seed.message}\n`,
  });
  await refs.move([{ name: `refs/heads/${branch}`, from: own?.sha, to: sha }]);
}

function authorOf(world: World, repository: Repository, login: string | undefined): User {
  const named = login === undefined ? undefined : world.state.users.find({ login });
  return named ?? world.state.users.get(repository.ownerId);
}

function signatureAt(world: World, user: User, at: string | undefined): ReturnType<typeof signatureOf> {
  const signature = signatureOf(world, user);
  const atMs = Date.parse(at ?? '');
  return Number.isFinite(atMs) ? { ...signature, atSeconds: Math.floor(atMs / 1000) } : signature;
}
