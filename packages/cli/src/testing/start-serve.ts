import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The command as it is built. */
export const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** `recourse serve` over HTTP, as a process of its own. */
export interface ServeProcess {
  readonly url: string;
  /** Returns its exit code. */
  stop(): Promise<number | null>;
  /** The stderr output so far. */
  said(): string;
  /** Waits until stderr contains a string. */
  says(text: string): Promise<void>;
  /** Sends it a signal. */
  signal(name: 'SIGINT' | 'SIGTERM'): void;
  /** Its exit code, once it has ended. */
  readonly exited: Promise<number | null>;
}

/** Starts it, and waits for its address. */
export const startServe = async (cwd: string, ...given: readonly string[]): Promise<ServeProcess> => {
  const child = spawn(process.execPath, [main, 'serve', ...given], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /Serving on (\S+),/u.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    url,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
    said: () => said,
    says: async (text) => {
      while (!said.includes(text)) await once(child.stderr, 'data');
    },
    signal: (name) => void child.kill(name),
    exited,
  };
};
