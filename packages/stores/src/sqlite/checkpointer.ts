import { Worker } from 'node:worker_threads';

/** About a thousand pages, as SQLite itself would do it. */
const commitsBetween = 128;
/** 64 MB. Then the log restarts, and writers wait for it. */
const restartPages = 16_000;
const busyMs = 1000;

/** The same file from the sources and from what is compiled of them: a thread needs plain JavaScript. */
const program = new URL('../../src/sqlite/checkpoint-worker.mjs', import.meta.url);

/**
 * Copies the log into the file after a number of commits, on a separate thread, because flushing the disk can take
 * long. A process that writes little never starts the thread.
 */
export class Checkpointer {
  readonly #file: string;
  readonly #onFailure: () => void;
  #commits = 0;
  #isBusy = false;
  #isClosed = false;
  #worker: Worker | undefined;

  /** Calls `onFailure` if the thread fails. The thread is not started again. */
  constructor(file: string, onFailure: () => void) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  committed(): void {
    this.#commits += 1;
    if (this.#isBusy || this.#isClosed || this.#commits < commitsBetween) return;
    this.#commits = 0;
    this.#isBusy = true;
    this.#worker ??= this.#start();
    this.#worker.postMessage('checkpoint', []);
  }

  /** Ends the thread. If no other process has the file open, the thread copies the rest first. */
  close(): Promise<void> {
    const worker = this.#worker;
    this.#isClosed = true;
    if (!worker) return Promise.resolve();
    return new Promise((resolve) => {
      worker.once('exit', () => resolve());
      worker.ref();
      worker.postMessage('close', []);
    });
  }

  #start(): Worker {
    const worker = new Worker(program, { workerData: { file: this.#file, busyMs, restartPages }, execArgv: [] });
    worker.unref();
    worker.on('message', () => {
      this.#isBusy = false;
    });
    worker.once('error', () => {
      this.#worker = undefined;
      if (!this.#isClosed) this.#onFailure();
    });
    return worker;
  }
}
