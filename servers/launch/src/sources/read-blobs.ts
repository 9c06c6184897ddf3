import type { OpenOptions } from './open-tree.ts';
import { runGit } from './run-git.ts';

interface Blob {
  readonly sha: string;
  readonly size: number;
}

interface Waiting extends Blob {
  readonly resolve: (content: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

const mostBatchBytes = 16 * 1024 * 1024;
const headerBytes = 64;
const timeoutMs = 60_000;

/**
 * Reads blobs through `git cat-file --batch`. Reads that are asked for together share one process, and no process
 * outlives its reads.
 */
export const createBlobReader = (options: OpenOptions): ((blob: Blob) => Promise<Uint8Array>) => {
  let waiting: Waiting[] = [];
  let isBusy = false;
  const work = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      waiting = waiting.slice(batch.length);
      await readBatch(batch, options).catch((error: unknown) => batch.forEach(({ reject }) => reject(error)));
    }
    isBusy = false;
  };
  return (blob) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...blob, resolve, reject });
      setImmediate(() => void work());
    });
};

const takeBatch = (waiting: readonly Waiting[]): readonly Waiting[] => {
  let bytes = 0;
  const end = waiting.findIndex(({ size }, index) => (bytes += size) > mostBatchBytes && index > 0);
  return end === -1 ? waiting : waiting.slice(0, end);
};

const readBatch = async (batch: readonly Waiting[], { git, gitDir, signal }: OpenOptions): Promise<void> => {
  const mostBytes = batch.reduce((sum, { size }) => sum + size + headerBytes, 0);
  const input = batch.map(({ sha }) => `${sha}\n`).join('');
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
  let offset = 0;
  for (const { sha, size, resolve, reject } of batch) {
    const start = output.indexOf(10, offset) + 1;
    if (start === 0 || output.toString('latin1', offset, start) !== `${sha} blob ${size}\n`) {
      // Nothing after it can be found either.
      reject(new Error(`git could not read blob ${sha}`));
      offset = output.length;
      continue;
    }
    resolve(new Uint8Array(output.subarray(start, start + size)));
    offset = start + size + 1;
  }
};
