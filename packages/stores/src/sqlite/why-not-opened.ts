import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';

/**
 * The error of the file system for a file that the driver could not open; the driver itself gives no reason. Nothing
 * if the file system finds no fault. A regular file is not opened here: closing it would drop the locks of this
 * process.
 */
export const whyNotOpened = (file: string): unknown => {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    if (statSync(file).isDirectory()) closeSync(openSync(file, 'r+'));
    return undefined;
  } catch (error) {
    return error;
  }
};
