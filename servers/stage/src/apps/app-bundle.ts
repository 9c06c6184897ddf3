import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Resolves a macOS app (`Name.app`) to the program in it; any other path is the program. Not tested on macOS. */
export const resolveAppBundle = async (file: string): Promise<string> => {
  if (process.platform !== 'darwin' || !file.endsWith('.app')) return file;
  const folder = path.join(file, 'Contents', 'MacOS');
  const names = await readdir(folder).catch(() => []);
  const name = names.find((one) => one === path.basename(file, '.app')) ?? names[0];
  return name === undefined ? file : path.join(folder, name);
};
