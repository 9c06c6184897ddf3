import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { StoreSettings } from '@recourse/stores';

export interface WorkerInput {
  readonly settings: StoreSettings;
  /** The database of DBOS, for a worker that executes runs with it. */
  readonly dbosUrl?: string;
  /** Starts a run with this configuration; without it the process only works. */
  readonly config?: object;
  readonly key?: string;
  /** The point at which the signal is sent. */
  readonly at?: number;
  readonly signal?: 'SIGKILL' | 'SIGSTOP';
  /** Ends after its run has. */
  readonly ends?: boolean;
}

export interface Message {
  readonly ready?: true;
  readonly run_id?: string;
  readonly point?: string;
  readonly state?: string;
  /** An error of the store, with its cause. */
  readonly refused?: string;
  readonly points?: number;
}

/** Starts a worker process of the test pipeline from the build. */
export const startWorker = (input: WorkerInput) => {
  const program = path.join(import.meta.dirname, 'worker-process.mjs');
  const child = fork(program, [JSON.stringify(input)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const said: Message[] = [];
  let stderr = '';
  const listeners = new Set<() => void>();
  const told = (): void => {
    for (const listener of listeners) listener();
  };
  child.on('message', (message: Message) => {
    said.push(message);
    told();
  });
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'exit').then(([code, signal]) => {
    told();
    return { code: code as number | null, signal: signal as string | null };
  });
  return {
    /** Waits for something that the process says. Rejects if it ends without saying it. */
    said: <Name extends keyof Message>(name: Name): Promise<NonNullable<Message[Name]>> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = said.find((message) => message[name] !== undefined)?.[name];
          const isOver = child.exitCode !== null || child.signalCode !== null;
          if (found === undefined && !isOver) return;
          listeners.delete(look);
          if (found !== undefined) resolve(found);
          else reject(new Error(`The worker ended before it said '${name}': ${stderr}`));
        };
        listeners.add(look);
        look();
      }),
    pid: child.pid ?? 0,
    ended,
    stderr: () => stderr,
    signal: (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void => void child.kill(signal),
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
