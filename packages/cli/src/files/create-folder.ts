import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and those above it. Node's own recursive mkdir never returns where a folder cannot be created
 * although the one above it exists, as below /proc.
 */
export const createFolder = (folder: string): void => {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = path.dirname(folder);
    if (code === 'ENOENT' && above !== folder) {
      createFolder(above);
      createIfMissing(folder);
    } else if (!isFolder(folder)) throw error;
  }
};

/** Another process may have been faster. */
const createIfMissing = (folder: string): void => {
  try {
    mkdirSync(folder);
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
