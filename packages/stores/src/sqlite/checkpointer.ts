import { Worker } from 'node:worker_threads';

/** About a thousand pages, as SQLite itself would do it. */
const commitsBetween = 128;
/** 64 MB: then the log begins anew, and writers wait for it. */
const restartPages = 16_000;
const busyMs = 1000;

/** The same file from the sources and from what is compiled of them: a thread needs plain JavaScript. */
const program = new URL('../../src/sqlite/checkpoint-worker.mjs', import.meta.url);

/**
 * Has the log copied into the file every so many commits, on a thread of its own, because the disk is flushed for it
 * and nobody knows how long that takes. A process that writes little never starts the thread.
 */
export class Checkpointer {
  readonly #file: string;
  readonly #onFailure: () => void;
  #commits = 0;
  #isBusy = false;
  #isClosed = false;
  #worker: Worker | undefined;

  /** Where there can be no thread, `onFailure` finds another way. The thread is not started again. */
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

  /** Ends the thread. If nobody else has the file open, it copies what is left. */
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
