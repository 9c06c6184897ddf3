import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The rights of a folder that only its owner may read. */
export const privateFolder = 0o700;

/**
 * Creates a folder and those above it. Node's own recursive mkdir never returns where a folder cannot be created
 * although the one above it exists, as below /proc.
 */
export const createFolder = (folder: string, mode?: number): void => {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = path.dirname(folder);
    if (code === 'ENOENT' && above !== folder) {
      createFolder(above, mode);
      createIfMissing(folder, mode);
    } else if (!isFolder(folder)) throw error;
  }
};

/** Another process may have been faster. */
const createIfMissing = (folder: string, mode: number | undefined): void => {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
};

const isFolder = (place: string): boolean => {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
};
