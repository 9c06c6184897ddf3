import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the program is in a distribution of Electron, by platform. Only Linux is tested. */
const programs: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** Where the program is in a distribution of Electron for this machine. */
export const electronProgram = programs[process.platform] ?? 'electron';

export type ProjectElectron =
  { readonly program: string } | { readonly reason: 'not installed' | 'not downloaded'; readonly folder?: string };

/**
 * Finds the Electron of a project: the package that is installed in its folder or in a folder above. Newer versions of
 * the package download the program only when it is used first.
 */
export const findProjectElectron = async (main: string, environment: Environment): Promise<ProjectElectron> => {
  for (const folder of foldersAbove(await folderOf(main))) {
    const installed = path.join(folder, 'node_modules', 'electron');
    if (!existsSync(path.join(installed, 'package.json'))) continue;
    const name = await readFile(path.join(installed, 'path.txt'), 'utf8').catch(() => undefined);
    const distribution = environment['ELECTRON_OVERRIDE_DIST_PATH'] || path.join(installed, 'dist');
    const program = path.join(distribution, name?.trim() ?? electronProgram);
    return existsSync(program) ? { program } : { reason: 'not downloaded', folder: installed };
  }
  return { reason: 'not installed' };
};

/** The folder of a project, given as itself or by its main file. */
export const folderOf = async (main: string): Promise<string> =>
  (await stat(main)).isDirectory() ? main : path.dirname(main);

function* foldersAbove(folder: string): Generator<string> {
  yield folder;
  if (path.dirname(folder) !== folder) yield* foldersAbove(path.dirname(folder));
}
