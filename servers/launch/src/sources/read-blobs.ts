import type { OpenOptions } from './open-tree.ts';
import { runGit } from './run-git.ts';

export interface Blob {
  readonly sha: string;
  readonly size: number;
}

interface Waiting extends Blob {
  readonly resolve: (content: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

const mostBatchBytes = 16 * 1024 * 1024;
/** A commit with no more than this is read whole at the first read. Starting git costs more than reading it. */
const mostAheadBytes = 4 * 1024 * 1024;
const headerBytes = 64;
const timeoutMs = 60_000;

/**
 * Reads blobs of a commit through `git cat-file --batch`, each of them once as long as it is remembered. Reads that are
 * asked for together share one process, and no process outlives its reads.
 */
export const createBlobReader = (all: readonly Blob[], options: OpenOptions): ((blob: Blob) => Promise<Uint8Array>) => {
  const { gitDir, blobs } = options;
  const keyOf = ({ sha }: Blob): string => `${gitDir} ${sha}`;
  const isSmall = all.reduce((sum, { size }) => sum + size, 0) <= mostAheadBytes;
  let waiting: Waiting[] = [];
  let isBusy = false;
  const readBatch = async (batch: readonly Waiting[]): Promise<void> => {
    const asked = new Set(batch.map(({ sha }) => sha));
    const ahead = isSmall ? all.filter((blob) => !asked.has(blob.sha) && !blobs.get(keyOf(blob))) : [];
    const contents = await readContents([...batch, ...ahead], options);
    contents.forEach((content, index) => {
      const blob = batch[index] ?? ahead[index - batch.length];
      if (content && blob) blobs.set(keyOf(blob), content);
    });
    batch.forEach(({ sha, resolve, reject }, index) => {
      const content = contents[index];
      if (content) resolve(content);
      else reject(new Error(`git could not read blob ${sha}`));
    });
  };
  const work = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      waiting = waiting.slice(batch.length);
      await readBatch(batch).catch((error: unknown) => batch.forEach(({ reject }) => reject(error)));
    }
    isBusy = false;
  };
  return async (blob) => {
    options.signal.throwIfAborted();
    return (
      blobs.get(keyOf(blob)) ??
      new Promise((resolve, reject) => {
        waiting.push({ ...blob, resolve, reject });
        setImmediate(() => void work());
      })
    );
  };
};

const takeBatch = (waiting: readonly Waiting[]): readonly Waiting[] => {
  let bytes = 0;
  const end = waiting.findIndex(({ size }, index) => (bytes += size) > mostBatchBytes && index > 0);
  return end === -1 ? waiting : waiting.slice(0, end);
};

/** Reads the contents of blobs, in their order, up to the first that git cannot read. */
const readContents = async (
  blobs: readonly Blob[],
  { git, gitDir, signal }: OpenOptions,
): Promise<readonly Uint8Array[]> => {
  const mostBytes = blobs.reduce((sum, { size }) => sum + size + headerBytes, 0);
  const input = blobs.map(({ sha }) => `${sha}\n`).join('');
  const end = await runGit(['cat-file', '--batch'], {
    git,
    folder: gitDir,
    gitDir,
    mostBytes,
    timeoutMs,
    input,
    signal,
  });
  signal.throwIfAborted();
  const output = end.stdout ?? Buffer.alloc(0);
  const contents: Uint8Array[] = [];
  let offset = 0;
  for (const { sha, size } of blobs) {
    const start = output.indexOf(10, offset) + 1;
    // Nothing after it can be found either.
    if (start === 0 || output.toString('latin1', offset, start) !== `${sha} blob ${size}\n`) break;
    contents.push(new Uint8Array(output.subarray(start, start + size)));
    offset = start + size + 1;
  }
  return contents;
};
