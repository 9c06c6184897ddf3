import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * Where git is. Folders of the project itself are passed over: `node_modules/.bin` stands first on the path of every
 * script, and a program of that name there is not git.
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
