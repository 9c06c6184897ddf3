import { spawn } from 'node:child_process';
import type { Io } from '../command.ts';

const openers: Partial<Readonly<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer.exe' };

/** Opens a file with the program of the desktop that shows it. False if there is no such program. */
export const openFile = (file: string, { environment }: Pick<Io, 'environment'>): Promise<boolean> =>
  new Promise((resolve) => {
    const program = openers[process.platform] ?? 'xdg-open';
    const child = spawn(program, [file], { stdio: 'ignore', detached: true, env: { ...environment } });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
