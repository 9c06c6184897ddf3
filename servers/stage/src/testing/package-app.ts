import { constants } from 'node:fs';
import { copyFile, cp, mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';

/** Packages an app as its builder does: with a copy of Electron under its own name. Returns the path of the program. */
export const packageApp = async (
  electron: string,
  app: string,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<string> => {
  const dist = path.dirname(electron);
  const program = path.join(folder, name);
  await mkdir(path.join(folder, 'resources'), { recursive: true });
  await copyFile(electron, program, constants.COPYFILE_FICLONE);
  for (const file of await readdir(dist))
    if (file !== path.basename(electron) && file !== 'resources')
      await symlink(path.join(dist, file), path.join(folder, file));
  await cp(app, path.join(folder, 'resources', 'app'), { recursive: true });
  return program;
};
