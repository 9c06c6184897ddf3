import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { compileGlob } from '../../policy/matching/glob.ts';

const mostEntries = 50_000;

/** The files of a project that are wanted, from the root down with `/`. No link is followed, nor folders of others. */
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

/** Words of a script in which a shell would write the names of files for a pattern. One that fits nothing stays. */
export const expandWords = async (root: string, words: readonly string[]): Promise<readonly string[]> => {
  const expanded = words.map(async (word) => {
    const glob = /[*?[{]/.test(word) && !word.startsWith('-') ? compileGlob(word.replace(/^\.\//, '')) : undefined;
    if (glob === undefined || typeof glob === 'string') return [word];
    const files = await listFiles(root, (file) => glob.matches(file.split('/')));
    return files.length > 0 ? files : [word];
  });
  return (await Promise.all(expanded)).flat();
};
