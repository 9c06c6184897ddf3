import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * The calls by which templates compile JavaScript or Sass. The compilers read every file that a source imports, whatever
 * hugo's settings say. Names cannot be built at run time, so that a file without them makes no such call.
 */
const compiling = /\.\s*(?:Build|Batch|Sass)\b|\b[tT]oCSS\b/u;
const longestBytes = 4 * 1024 * 1024;

/** Finds a file of a site that may compile JavaScript or Sass; hugo can take any file for a template. */
export const findCompiling = async (site: string, signal: AbortSignal): Promise<string | undefined> => {
  for (const entry of await readdir(site, { recursive: true, withFileTypes: true })) {
    signal.throwIfAborted();
    const place = path.join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const relative = path.relative(site, place);
    // A template of this size is not one of a person.
    if ((await stat(place)).size > longestBytes) continue;
    const text = await readFile(place, 'latin1');
    if (text.includes('{{') && compiling.test(text)) return relative;
  }
  return undefined;
};
