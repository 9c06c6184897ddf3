import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * Finds git. Folders of the project are skipped: `node_modules/.bin` comes first in the PATH of npm scripts, and a
 * program named git there is not git.
 */
export const findGit = (root: string, searchPath = process.env['PATH'] ?? ''): string | undefined => {
  for (const folder of searchPath.split(path.delimiter)) {
    if (!path.isAbsolute(folder) || isInside(root, folder)) continue;
    const program = path.join(folder, process.platform === 'win32' ? 'git.exe' : 'git');
    if (isExecutable(program)) return program;
  }
  return undefined;
};

const isInside = (root: string, folder: string): boolean => {
  const way = path.relative(root, folder);
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way));
};

const isExecutable = (program: string): boolean => {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
