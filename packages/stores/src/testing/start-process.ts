import { fork, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The long tests run shortened, and whole with this. */
export const isWhole = process.env['RECOURSE_LONG'] === '1';

const packageFolder = path.resolve(fileURLToPath(import.meta.url), '../../..');

/** A process needs compiled code, and it must be the code under test. */
export const buildForProcesses = (): void => {
  const compiler = path.resolve(packageFolder, '../../node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-b', packageFolder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
};

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
