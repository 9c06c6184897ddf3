import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countChanges, diffCommits, diffText, patchText, type ChangeCount, type FileChange } from './diff.ts';
import { History } from './history.ts';
import { mergeCommits, rebaseCommits, type MergeOutcome } from './merge.ts';
import type { Signature } from './commit-object.ts';
import { isRefName, isSha } from './names.ts';
import { ObjectReader } from './object-reader.ts';
import { Objects } from './objects.ts';
import { Refs } from './refs.ts';
import { runGit } from './run-git.ts';

/** One bare repository on disk. */
export class GitRepository {
  readonly directory: string;
  readonly objects: Objects;
  readonly refs: Refs;
  readonly history: History;
  readonly #reader: ObjectReader;

  constructor(directory: string) {
    this.directory = directory;
    this.#reader = new ObjectReader(directory);
    this.objects = new Objects(directory, this.#reader);
    this.refs = new Refs(directory, this.#reader);
    this.history = new History(directory);
  }

  async create(defaultBranch: string): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await runGit(this.directory, ['init', '--bare', '--quiet', `--initial-branch=${defaultBranch}`, '--template=']);
  }

  /** A branch, a tag, a full or short id, `heads/x`, `tags/x`, `refs/…`: the commit that it names, or undefined. */
  async resolveCommit(name: string): Promise<string | undefined> {
    for (const candidate of candidates(name)) {
      const info = await this.objects.info(candidate);
      if (info?.type === 'commit') return info.sha;
      if (info?.type === 'tag') return (await this.objects.info(`${info.sha}^{commit}`))?.sha;
    }
    return undefined;
  }

  /** Usually HEAD answers; only without its branch are all the others asked. */
  async isEmpty(): Promise<boolean> {
    if (await this.objects.info('HEAD')) return false;
    return (await this.refs.list('refs/heads/', { limit: 1 })).length === 0;
  }

  merge(ours: string, theirs: string): Promise<MergeOutcome> {
    return mergeCommits(this.directory, ours, theirs);
  }

  rebase(base: string, head: string, committer: Signature): Promise<string | undefined> {
    const { directory, objects, history } = this;
    return rebaseCommits({ directory, objects, history, base, head, committer });
  }

  countChanges(from: string | undefined, to: string): Promise<ChangeCount[]> {
    return countChanges(this.directory, from, to);
  }

  diff(from: string | undefined, to: string): Promise<FileChange[]> {
    return diffCommits(this.directory, from, to);
  }

  diffText(from: string | undefined, to: string): Promise<string> {
    return diffText(this.directory, from, to);
  }

  patchText(notIn: string | undefined, to: string): Promise<string> {
    return patchText(this.directory, notIn, to);
  }

  /** Copies branches and tags out of another git directory. */
  async importFrom(directory: string): Promise<void> {
    const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
    await runGit(this.directory, ['fetch', '--quiet', '--no-tags', '--', path.resolve(directory), ...refspecs], {
      timeoutMs: 600_000,
    });
  }

  /**
   * A process that was killed leaves its lock files, and they would block the ref forever. Only the forge that
   * owns the data directory may call this; a git that is just ending gets a moment to finish.
   */
  async removeStaleLocks(): Promise<number> {
    let removed = 0;
    for (const lock of await findLocks(this.directory, 0)) {
      for (let tries = 0; tries < 10 && (await exists(lock)); tries += 1) await sleep(50);
      if (!(await exists(lock))) continue;
      await rm(lock, { force: true });
      removed += 1;
    }
    await removeUnfinished(path.join(this.directory, 'objects'));
    return removed;
  }

  close(): void {
    this.#reader.close();
  }
}

function candidates(name: string): string[] {
  if (isSha(name)) return [name];
  const refs = [
    `refs/heads/${name}`,
    `refs/tags/${name}`,
    ...(/^(heads|tags|pull)\//.test(name) ? [`refs/${name}`] : []),
  ];
  const named = (name.startsWith('refs/') ? [name, ...refs] : refs).filter((ref) => isRefName(ref));
  return /^[0-9a-f]{4,39}$/.test(name) ? [...named, name] : named;
}

async function findLocks(directory: string, depth: number): Promise<string[]> {
  if (depth > 40) return [];
  const found: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const full = path.join(directory, entry.name);
    if (entry.isFile() && entry.name.endsWith('.lock')) found.push(full);
    if (entry.isDirectory() && !(depth === 0 && entry.name === 'objects'))
      found.push(...(await findLocks(full, depth + 1)));
  }
  return found;
}

/** Removes the objects of interrupted pushes. */
async function removeUnfinished(objects: string): Promise<void> {
  const names = (await readdir(objects)).filter((name) => name.startsWith('tmp_objdir-'));
  for (const name of names) await rm(path.join(objects, name), { recursive: true, force: true });
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
