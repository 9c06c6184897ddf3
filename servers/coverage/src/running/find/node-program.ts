import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const packageShape = z.object({
  version: z.string().optional(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

/** A program that is installed in the project. */
export interface NodeProgram {
  /** The real file, which Node is started with: no link, no shell, no npx. */
  readonly file: string;
  readonly version: string | undefined;
}

/**
 * Folders in which a package can be installed: the root's, and those above it up to the top of the repository, where
 * a workspace keeps shared packages. Without a repository only the root's: folders above may belong to other users.
 */
export const installFolders = (root: string): readonly string[] => {
  const above: string[] = [];
  for (let folder = root; ; folder = path.dirname(folder)) {
    above.push(folder);
    if (existsSync(path.join(folder, '.git'))) return above.map((each) => path.join(each, 'node_modules'));
    if (folder === path.dirname(folder)) return [path.join(root, 'node_modules')];
  }
};

/** Finds the program that a package installs; undefined if the package does not exist. */
export const findNodeProgram = async (root: string, name: string): Promise<NodeProgram | undefined> => {
  for (const folder of installFolders(root)) {
    const home = path.join(folder, name);
    const found = await readPackage(path.join(home, 'package.json'));
    const bin = typeof found?.bin === 'string' ? found.bin : found?.bin?.[name];
    if (!found || bin === undefined) continue;
    try {
      return { file: await realpath(path.join(home, bin)), version: found.version };
    } catch {
      continue;
    }
  }
  return undefined;
};

const readPackage = async (file: string): Promise<z.infer<typeof packageShape> | undefined> => {
  try {
    return packageShape.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
};
