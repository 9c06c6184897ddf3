import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Changes, GitProblem } from './changes.ts';
import { findRepository } from './find-repository.ts';
import type { Repository } from './find-repository.ts';
import { mergeBase } from './merge-base.ts';
import { createHunkReader } from './read-hunks.ts';
import { refUnknown, resolveCommit } from './resolve-commit.ts';
import { runGit } from './run-git.ts';
import { withScratch } from './scratch.ts';
import type { Scratch } from './scratch.ts';

export interface ChangedLinesOptions {
  readonly root: string;
  readonly ref: string;
  /** What to compare with: where the branches parted (the default), or the commit itself. */
  readonly from?: 'merge-base' | 'ref';
}

/** No source is larger; a log or a dump that lies around is. */
const largestSource = 4 * 1024 * 1024;
const mostDiffBytes = 512 * 1024 * 1024;

/** The lines of the working tree, staged or not, tracked or not, that a commit does not have. */
export const changedLines = async (options: ChangedLinesOptions): Promise<Changes | GitProblem> => {
  const { root, ref, from = 'merge-base' } = options;
  const repository = await findRepository(root);
  if (!repository)
    return { code: 'OP_REF_UNKNOWN', details: { ref, reason: 'the project is not in a git repository' } };
  const target = await resolveCommit(repository, ref);
  if (typeof target !== 'string') return target;
  return withScratch(repository, target, async (scratch) => {
    const base = from === 'ref' ? target : await mergeBase(repository, scratch, { ref, target });
    if (typeof base !== 'string') return base;
    const read = await diffWith(repository, scratch, base);
    return 'reason' in read ? refUnknown(repository, ref, read.reason) : { base, ...read };
  });
};

type Read = Omit<Changes, 'base'> | { readonly reason: string };

/** Uses an index with only the commit in it, because flags in the repository's own index could hide changes. */
const diffWith = async (repository: Repository, scratch: Scratch, base: string): Promise<Read> => {
  const filled = await scratch.run(['read-tree', base]);
  if (!filled.ok) return filled;
  const others = await listOthers(scratch);
  if ('reason' in others) return others;
  const forced = await listForced(repository, scratch);
  if ('reason' in forced) return forced;
  // Named as new, they take part in finding what was only moved.
  const news = await existingSources(repository.root, [...new Set([...others.names, ...forced.names])]);
  const noted = await scratch.run(
    ['add', '--intent-to-add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'],
    {
      input: news.join('\0'),
    },
  );
  if (news.length > 0 && !noted.ok) return noted;
  const reader = createHunkReader();
  const diff = await scratch.run([...diffArguments, '--relative'], {
    onOutput: reader.write,
    mostBytes: mostDiffBytes,
  });
  return diff.ok ? reader.end() : diff;
};

const diffArguments = [
  'diff',
  '--unified=0',
  '--text',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--find-renames',
  '-l400',
  '--ignore-submodules=all',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Files that runners and servers leave here are not changes of the project. */
const ownFolders = ['node_modules', '.cover', '.recourse'];

type Names = { readonly names: readonly string[] } | { readonly reason: string };

/** Files below the root that the index has not. Ignored ones are left out; a folder of another repository too. */
export const listOthers = async (scratch: Scratch, options: { readonly cwd?: string } = {}): Promise<Names> => {
  const answer = await scratch.run(
    ['ls-files', '--others', '--exclude-standard', ...ownFolders.map((folder) => `--exclude=${folder}/`), '-z'],
    options,
  );
  if (!answer.ok) return answer;
  return { names: namesIn(answer.output) };
};

/** Files that are tracked by now. Those of them that are ignored are not among the others. */
const listForced = async (repository: Repository, scratch: Scratch): Promise<Names> => {
  const { gitDir, workTree, root } = repository;
  const tracked = await runGit(['ls-files', '--cached', '-z'], { gitDir, workTree, cwd: root });
  const before = await scratch.run(['ls-files', '--cached', '-z']);
  if (!tracked.ok) return tracked;
  if (!before.ok) return before;
  const known = new Set(namesIn(before.output));
  return { names: namesIn(tracked.output).filter((name) => !known.has(name)) };
};

const namesIn = (output: Buffer): readonly string[] =>
  output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '' && !name.endsWith('/'));

const existingSources = async (root: string, names: readonly string[]): Promise<string[]> => {
  const kept: string[] = [];
  for (const name of names) {
    const stats = await lstat(path.join(root, name)).catch(() => undefined);
    if (stats?.isFile() && stats.size <= largestSource) kept.push(name);
  }
  return kept;
};
