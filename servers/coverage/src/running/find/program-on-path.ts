import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathFolders } from '@recourse/sandbox';

/** Every program of a name, in the order in which PATH finds them. */
export const programsOnPath = async (name: string, value: string | undefined): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const folder of new Set(pathFolders(value))) {
    const file = path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
    if (await isProgram(file)) found.push(file);
  }
  return found;
};

/** True for a file that may be executed. */
export const isProgram = async (file: string): Promise<boolean> => {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
};
