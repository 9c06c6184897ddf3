import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import type { Tree } from '../sources/tree.ts';

export interface HugoConfig {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly baseUrl: string | null;
  readonly defaultLanguage: string;
}

const rootFile = /^(?:hugo|config)\.(?:toml|yaml|yml|json)$/;
const folderFile = /^config\/[^/]+\/[^/]+\.(?:toml|yaml|yml|json)$/;
const mostFiles = 50;
const mostCharacters = 256 * 1024;
/** Configuration rarely has one alias. Each can multiply the size of the document. */
const mostAliases = 20;

/** Finds and reads Hugo's configuration: the named file, or those that Hugo looks for by itself. */
export const readHugoConfig = async (tree: Tree, named: string | undefined): Promise<HugoConfig> => {
  const paths = tree.entries
    .map(({ path }) => path)
    .filter((path) => (named === undefined ? rootFile.test(path) || folderFile.test(path) : path === named))
    .slice(0, mostFiles);
  const read = await Promise.all(paths.map(async (path) => ({ path, bytes: await tree.read(path) })));
  const files = read.flatMap(({ path, bytes }) => (bytes ? [{ path, bytes }] : []));
  // Hugo prefers hugo.* to config.*, and files of the root to config/_default.
  const ranked = files.toSorted((a, b) => rankOf(a.path) - rankOf(b.path));
  const values = ranked.map(({ path, bytes }) => parse(path, Buffer.from(bytes).toString('utf8')));
  const value = (key: string): string | undefined =>
    values.map((one) => valueOf(one, key)).find((found) => typeof found === 'string' && found !== '') as
      string | undefined;
  return {
    files,
    baseUrl: value('baseurl') ?? null,
    defaultLanguage: value('defaultcontentlanguage') ?? 'en',
  };
};

const rankOf = (path: string): number => {
  if (path.startsWith('hugo.')) return 0;
  if (path.startsWith('config.')) return 1;
  return path.startsWith('config/_default/') ? 2 : 3;
};

/** Hugo's keys are the same in any case. */
const valueOf = (values: unknown, key: string): unknown =>
  typeof values === 'object' && values !== null
    ? Object.entries(values).find(([name]) => name.toLowerCase() === key)?.[1]
    : undefined;

/** The gates report a broken configuration; here it only says nothing. */
const parse = (path: string, text: string): unknown => {
  if (text.length > mostCharacters) return undefined;
  try {
    if (path.endsWith('.toml')) return parseToml(text);
    if (path.endsWith('.json')) return JSON.parse(text);
    return parseDocument(text, { logLevel: 'silent' }).toJS({ maxAliasCount: mostAliases });
  } catch {
    return undefined;
  }
};
