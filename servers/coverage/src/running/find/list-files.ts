import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { compileGlob } from '../../globs/glob.ts';

const mostEntries = 50_000;

/** Lists the files that `isWanted` accepts, as paths relative to the root. Skips links, hidden folders and node_modules. */
export const listFiles = async (
  root: string,
  isWanted: (relative: string) => boolean,
  folder = '.',
): Promise<readonly string[]> => {
  const found: string[] = [];
  const waiting = [folder];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined && seen < mostEntries; next = waiting.pop()) {
    const entries = await readdir(path.join(root, next), { withFileTypes: true }).catch(() => []);
    seen += entries.length;
    for (const entry of entries) {
      const relative = next === '.' ? entry.name : `${next}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) waiting.push(relative);
      else if (entry.isFile() && isWanted(relative)) found.push(relative);
    }
  }
  return found.toSorted();
};

/** Expands glob patterns in the words of a script, as a shell would. A pattern without a match stays as it is. */
export const expandWords = async (root: string, words: readonly string[]): Promise<readonly string[]> => {
  const expanded = words.map(async (word) => {
    const glob = /[*?[{]/.test(word) && !word.startsWith('-') ? compileGlob(word.replace(/^\.\//, '')) : undefined;
    if (glob === undefined || typeof glob === 'string') return [word];
    const files = await listFiles(root, (file) => glob.matches(file.split('/')));
    return files.length > 0 ? files : [word];
  });
  return (await Promise.all(expanded)).flat();
};
