import { Worker } from 'node:worker_threads';
import { StoreUnavailableError } from '@recourse/engine/store-ports';

/** The same file from the sources and from the build: a thread needs plain JavaScript. */
const programs = {
  sqlite: new URL('../../src/owners/renew-sqlite.mjs', import.meta.url),
  postgres: new URL('../../src/owners/renew-postgres.mjs', import.meta.url),
} as const;

/** Renews the lease of this process on a thread of its own, so that a handler that blocks the event loop keeps its key. */
export interface Renewal {
  close(): Promise<void>;
}

/** Starts the thread and waits until it has renewed the lease once. */
export const startRenewal = (kind: keyof typeof programs, data: object): Promise<Renewal> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(programs[kind], { workerData: data, execArgv: [] });
    const failed = (cause?: unknown): void =>
      reject(new StoreUnavailableError(kind === 'sqlite' ? 'SQLite' : 'PostgreSQL', { cause }));
    const ended = new Promise<void>((done) => worker.once('exit', () => done()));
    worker.once('error', failed);
    worker.once('exit', () => failed(new Error('The thread that renews leases has stopped')));
    worker.once('message', () => {
      worker.unref();
      resolve({
        close: async () => {
          worker.ref();
          worker.postMessage('close', []);
          await ended;
        },
      });
    });
  });
