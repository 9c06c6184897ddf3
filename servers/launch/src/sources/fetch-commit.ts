import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '@recourse/runs';
import type { ChildEnd } from '@recourse/sandbox';
import { sha256Of } from './digest.ts';
import { explainGit } from './explain-git.ts';
import { fail } from './failing.ts';
import type { SourceLimits } from './limits.ts';
import { runGit } from './run-git.ts';
import type { GitSetting } from './run-git.ts';

export interface FetchOptions {
  readonly git: string;
  readonly folder: string;
  readonly limits: SourceLimits;
  readonly settings: readonly GitSetting[];
  readonly signal: AbortSignal;
}

/** Older temporary folders belong to processes that died. */
const abandonedMs = 3_600_000;
const lookMs = 250;
const branchesAndTags = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];
const mostOutput = 64 * 1024;

/**
 * Returns a bare repository with one commit of an address, and fetches it if it does not exist yet. A repository appears
 * under its name only when it is complete and never changes afterwards, so any number of processes can share the
 * folder without locks.
 */
export const fetchCommit = async (url: URL, sha: string, options: FetchOptions): Promise<string> => {
  const place = path.join(options.folder, sha256Of(url.href).slice(0, 32));
  const repository = path.join(place, sha);
  if (await exists(repository)) return repository;
  const temporary = path.join(place, `.${randomUUID()}`);
  await mkdir(place, { recursive: true });
  await removeAbandoned(place);
  try {
    await furnish(temporary);
    await fetchInto(temporary, url, sha, options);
    await rename(temporary, repository).catch(async (error: unknown) => {
      // Another process was faster; its copy is the same.
      if (!(await exists(repository))) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return repository;
};

/** Makes a bare repository without starting git: no template, no hooks, no remote. */
const furnish = async (gitDir: string): Promise<void> => {
  await mkdir(path.join(gitDir, 'objects', 'pack'), { recursive: true });
  await mkdir(path.join(gitDir, 'refs'));
  await writeFile(path.join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(path.join(gitDir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
};

const fetchInto = async (gitDir: string, url: URL, sha: string, options: FetchOptions): Promise<void> => {
  const asked = { url: url.href, missing: 'commit', ref: sha, timeoutMs: options.limits.fetchMs } as const;
  const one = await fetchRefs(gitDir, url, ['--depth', '1'], [sha], options);
  if (one.exitCode !== 0) {
    // Old servers give away only the heads of their branches. Branches and tags lead to the commit then.
    if (!/unadvertised object/i.test(one.output)) throw explainGit(one, asked);
    const all = await fetchRefs(gitDir, url, [], branchesAndTags, options);
    if (all.exitCode !== 0) throw explainGit(all, asked);
  }
  const { git, folder, signal } = options;
  const kind = await runGit(['cat-file', '-t', sha], {
    git,
    folder,
    gitDir,
    mostBytes: 100,
    timeoutMs: 60_000,
    signal,
  });
  signal.throwIfAborted();
  if (kind.stdout?.toString('latin1').trim() !== 'commit')
    throw new RunError(fail('REPO_NOT_FOUND', { url: url.href, missing: 'commit', ref: sha }));
};

/** Runs `git fetch`, and stops it once the download exceeds the limit: git has no option for that. */
const fetchRefs = async (
  gitDir: string,
  url: URL,
  depth: readonly string[],
  refs: readonly string[],
  { git, folder, limits, settings, signal }: FetchOptions,
): Promise<ChildEnd> => {
  const tooLarge = new AbortController();
  const check = async (): Promise<void> => {
    if ((await sizeOf(path.join(gitDir, 'objects', 'pack'))) > limits.bytes) tooLarge.abort();
  };
  const look = setInterval(() => void check(), lookMs);
  try {
    const end = await runGit(
      ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', ...depth, url.href, ...refs],
      {
        git,
        folder,
        gitDir,
        scheme: url.protocol === 'http:' ? 'http' : 'https',
        settings,
        mostBytes: mostOutput,
        timeoutMs: limits.fetchMs,
        signal: AbortSignal.any([signal, tooLarge.signal]),
      },
    );
    signal.throwIfAborted();
    await check();
    if (tooLarge.signal.aborted)
      throw new RunError(fail('REPO_TOO_LARGE', { url: url.href, limit: limits.bytes, unit: 'bytes' }));
    return end;
  } finally {
    clearInterval(look);
  }
};

const sizeOf = async (folder: string): Promise<number> => {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const removeAbandoned = async (place: string): Promise<void> => {
  for (const name of await readdir(place)) {
    if (!name.startsWith('.')) continue;
    const folder = path.join(place, name);
    const found = await stat(folder).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(folder, { recursive: true, force: true });
  }
};

const exists = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  );
