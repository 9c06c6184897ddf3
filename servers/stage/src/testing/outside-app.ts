import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ElectronPlace } from './electron-place.ts';

/** An Electron app that runs without the stage, as a person starts it. */
export interface OutsideApp {
  readonly pid: number;
  /** Waits for output that has this form, and returns its first group. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Starts the app in a folder, or a packaged app, with more arguments before it. */
export const startOutsideApp = async (
  { program, environment }: Pick<ElectronPlace, 'program' | 'environment'>,
  app: readonly string[],
): Promise<OutsideApp> => {
  const { STAGE_ELECTRON_ARGUMENTS: given = '', ...env } = environment;
  const child = spawn(program, [...given.split(' '), ...app], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child, 'spawn');
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
      for (const look of waiting) look();
    });
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null, signal: string | null): void =>
        reject(new Error(`The app ended with ${signal ?? `exit code ${code}`}: ${output}`));
      const look = (): void => {
        const found = pattern.exec(output);
        if (!found) return;
        waiting.delete(look);
        child.off('exit', onExit);
        resolve(found[1] ?? '');
      };
      waiting.add(look);
      child.once('exit', onExit);
      look();
    });
  return {
    pid: child.pid ?? 0,
    printed,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};
