import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathFolders } from '@recourse/sandbox';

interface Command {
  readonly command: string;
  readonly arguments: readonly string[];
}

/**
 * Makes Linux kill a program when this process is killed and cannot end its apps itself. The helpers of Chromium and
 * Electron end when their main process does. Without `setpriv` (util-linux), or on another system, nothing is changed.
 */
export const dieWithServer = (plan: Command, environment: Readonly<Record<string, string | undefined>>): Command => {
  if (process.platform !== 'linux') return plan;
  const setpriv = pathFolders(environment['PATH'])
    .map((folder) => path.join(folder, 'setpriv'))
    .find((file) => existsSync(file));
  if (setpriv === undefined) return plan;
  return { command: setpriv, arguments: ['--pdeathsig', 'KILL', '--', plan.command, ...plan.arguments] };
};
