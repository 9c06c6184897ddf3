import path from 'node:path';
import { z } from 'zod';

const moduleShape = z.object({
  path: z.string(),
  dir: z.string(),
  mounts: z.array(z.object({ source: z.string() })).nullish(),
});

/**
 * Reads the output of `hugo config mounts`, one JSON document for each module, and returns the folders outside the site
 * that a build would read, as the site names them. A template can print any file of such a folder. Undefined if the
 * output cannot be read.
 */
export const outsideFolders = (output: string, site: string): readonly string[] | undefined => {
  const isOutside = (folder: string): boolean => {
    const relative = path.relative(site, folder);
    return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  };
  try {
    const modules = output
      .trim()
      .split(/(?<=^\})\s*(?=^\{)/mu)
      .map((text) => moduleShape.parse(JSON.parse(text)));
    return modules.flatMap(({ path: name, dir, mounts }) => {
      if (isOutside(dir)) return [name];
      return (mounts ?? []).map(({ source }) => source).filter((source) => isOutside(path.resolve(dir, source)));
    });
  } catch {
    return undefined;
  }
};
