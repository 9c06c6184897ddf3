import { RunError } from '@recourse/runs';
import type { Memory } from './create-memory.ts';
import { fail } from './failing.ts';
import { createBlobReader } from './read-blobs.ts';
import { readEntries } from './read-entries.ts';
import type { SourceLimits } from './limits.ts';
import { runGit } from './run-git.ts';
import type { Place, Tree, TreeEntry } from './tree.ts';

/** The part of a commit that names its files. */
export interface Listing {
  readonly committedAt?: string;
  readonly entries: readonly TreeEntry[];
}

export interface OpenOptions {
  readonly git: string;
  readonly gitDir: string;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal;
  /** Hold the objects that were read before. A fetched commit never changes. */
  readonly listings: Memory<Listing>;
  readonly blobs: Memory<Uint8Array>;
}

const timeoutMs = 60_000;
const mostCommitBytes = 1024 * 1024;
const bytesPerEntry = 1024;

/** Opens the files of a commit that is in a bare repository. */
export const openTree = async (place: Place, options: OpenOptions): Promise<Tree> => {
  const { gitDir, limits, listings } = options;
  const listing = listings.get(gitDir) ?? (await readListing(place, options));
  listings.set(gitDir, listing);
  const readable = listing.entries.flatMap(({ path, mode, sha, size }) =>
    mode.startsWith('100') && size !== null && size <= limits.fileBytes ? [[path, { sha, size }] as const] : [],
  );
  const files = new Map(readable);
  const readBlob = createBlobReader([...files.values()], options);
  return {
    ...place,
    ...listing,
    read: async (path) => {
      const file = files.get(path);
      return file && readBlob(file);
    },
  };
};

const readListing = async (place: Place, options: OpenOptions): Promise<Listing> => {
  const { git, gitDir, limits, signal } = options;
  const run = async (given: readonly string[], mostBytes: number): Promise<Buffer> => {
    const end = await runGit(given, { git, folder: gitDir, gitDir, mostBytes, timeoutMs, signal });
    signal.throwIfAborted();
    // A tree can name millions of files with a few objects. Its list grows too long before anything else does.
    if (end.stopped === 'output')
      throw new RunError(fail('REPO_TOO_LARGE', { url: place.url, limit: limits.files, unit: 'files' }));
    if (end.exitCode !== 0 || !end.stdout)
      throw new RunError(fail('CLONE_FAILED', { url: place.url, reason: 'its local copy cannot be read' }));
    return end.stdout;
  };
  const commit = await run(['cat-file', 'commit', place.sha], mostCommitBytes);
  const list = await run(['ls-tree', '-r', '-z', '--long', '--full-tree', place.sha], limits.files * bytesPerEntry);
  const entries = readEntries(list);
  if (entries.length > limits.files)
    throw new RunError(fail('REPO_TOO_LARGE', { url: place.url, limit: limits.files, unit: 'files' }));
  if (entries.reduce((sum, { size }) => sum + (size ?? 0), 0) > limits.bytes)
    throw new RunError(fail('REPO_TOO_LARGE', { url: place.url, limit: limits.bytes, unit: 'bytes' }));
  const committedAt = dateOf(commit.toString('utf8'));
  return { ...(committedAt !== undefined && { committedAt }), entries };
};

const dateOf = (commit: string): string | undefined => {
  const [headers = ''] = commit.split('\n\n', 1);
  const seconds = Number(/^committer .* (\d{1,12}) [+-]\d{4}$/m.exec(headers)?.[1] ?? Number.NaN);
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999
    ? undefined
    : date.toISOString().replace('.000Z', 'Z');
};
