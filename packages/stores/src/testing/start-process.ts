import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const packageFolder = path.resolve(fileURLToPath(import.meta.url), '../../..');

interface Said {
  readonly what: string;
  readonly which: string;
}

interface Message extends Partial<Said> {
  readonly ready?: true;
  readonly answer?: unknown;
  readonly failed?: string;
}

export interface StoreProcess {
  /** Sends a task and waits for its answer. */
  ask(task: object): Promise<unknown>;
  /** Sends a task that only a kill ends, and hears what it says. */
  hear(task: object, listener: (said: Said) => void): void;
  /** Stops the process as a debugger would, and lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  kill(): Promise<void>;
}

/** Starts a program of this folder, hands it its input, and waits until it is ready. */
export const startProcess = async (name: string, ...input: readonly unknown[]): Promise<StoreProcess> => {
  const program = path.join(packageFolder, 'src/testing', name);
  const child = fork(
    program,
    input.map((value) => JSON.stringify(value)),
    { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await answerOf(child, () => stderr);
  return {
    ask: async (task) => {
      const answer = answerOf(child, () => stderr);
      child.send(task);
      return answer;
    },
    hear: (task, listener) => {
      child.on('message', ({ what, which, failed }: Message) => {
        if (what !== undefined && which !== undefined) listener({ what, which });
        if (failed !== undefined) listener({ what: 'broken', which: failed });
      });
      child.send(task);
    },
    signal: (signal) => void child.kill(signal),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const answerOf = (child: ChildProcess, stderr: () => string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error(`The process ended: ${stderr()}`));
    child.once('exit', gone);
    const listen = ({ ready, answer, failed }: Message): void => {
      if (ready === undefined && answer === undefined && failed === undefined) return;
      child.off('message', listen);
      child.off('exit', gone);
      if (failed === undefined) resolve(answer);
      else reject(new Error(failed));
    };
    child.on('message', listen);
  });
