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
 * How a client starts this program again. What npx has fetched may be swept away, so npx is asked again, for the same
 * version. Anything else is named by its whole path, as is Node: programs of a desktop do not know the paths of a shell.
 */
export const programAt = ({ main, node, platform }: ProgramPlace): Program => {
  if (!main.split(/[\\/]/u).includes('_npx')) return { command: node, args: [main] };
  const args = ['-y', `${packageName}@${version()}`];
  // Windows starts npx only through its shell.
  return platform === 'win32' ? { command: 'cmd', args: ['/c', 'npx', ...args] } : { command: 'npx', args };
};
