import { fileURLToPath } from 'node:url';
import { version } from '../version.ts';

/** A program and its first arguments. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ProgramPlace {
  /** The file that was started. */
  readonly main: string;
  readonly node: string;
  readonly platform: NodeJS.Platform;
}

export const packageName = '@recourse/cli';

/** Where this very program is. */
export const thisPlace = (): ProgramPlace => ({
  main: fileURLToPath(new URL('../main.js', import.meta.url)),
  node: process.execPath,
  platform: process.platform,
});

/**
 * Returns the command with which a client starts this program again. The cache of npx may be deleted, so npx runs
 * again, for the same version. Any other program, and Node, has its whole path, because desktop programs do not have
 * the PATH of a shell.
 */
export const programAt = ({ main, node, platform }: ProgramPlace): Program => {
  if (!main.split(/[\\/]/u).includes('_npx')) return { command: node, args: [main] };
  const args = ['-y', `${packageName}@${version()}`];
  // Windows starts npx only through its shell.
  return platform === 'win32' ? { command: 'cmd', args: ['/c', 'npx', ...args] } : { command: 'npx', args };
};
