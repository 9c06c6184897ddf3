import type { RepoInventory } from '../../artifacts.ts';
import type { Tree } from '../../sources/tree.ts';
import type { Manifest } from '../manifests/manifest.ts';
import { readText } from '../read-text.ts';
import { isParsed } from './parse-code.ts';
import type { ParseCode, ProductSymbol } from './symbol.ts';

const mostFiles = 1000;
const mostFileBytes = 1024 * 1024;
const mostBytes = 16 * 1024 * 1024;

interface Product {
  readonly name: string;
  readonly language: string | null;
  readonly manifests: readonly Manifest[];
}

/** Reads the public names of the product in its main language, in the order of their places. */
export const readSymbols = async (
  tree: Tree,
  inventory: RepoInventory,
  { name, language, manifests }: Product,
  { parse, signal }: { readonly parse: ParseCode; readonly signal: AbortSignal },
): Promise<readonly ProductSymbol[]> => {
  if (!isParsed(language)) return [];
  const family = language.endsWith('script') ? ['javascript', 'typescript'] : [language];
  const sources = inventory.files
    .filter((file) => file.kind === 'source' && family.includes(file.language ?? '') && isPublicFile(file.path))
    .slice(0, mostFiles);
  const files = new Map<string, string>();
  let bytes = 0;
  for (const { path } of sources) {
    const text = await readText(tree, path, mostFileBytes);
    bytes += text?.length ?? 0;
    if (bytes > mostBytes) break;
    if (text !== undefined) files.set(path, text);
  }
  if (files.size === 0) return [];
  const entry = family.length > 1 ? entryOf(manifests, files) : undefined;
  const packages = language === 'python' ? (manifests.find((each) => each.packages)?.packages ?? []) : [];
  const code = { language, files, name, entries: entry === undefined ? [] : [entry], packages };
  const symbols = await parse(code, signal);
  // An entry that only starts a program exports nothing.
  const all = symbols.length > 0 || entry === undefined ? symbols : await parse({ ...code, entries: [] }, signal);
  return [...all].sort(byPlace);
};

const isPublicFile = (path: string): boolean =>
  !/(?:^|\/)(?:internal|scripts?|tools?|docs?|cmd|website|config)\//.test(path) &&
  !/(?:^|\/)(?:setup|conftest|noxfile|tasks|__main__)\.py$/.test(path) &&
  !/(?:^|\/)[^/]*(?:\.config|rc)\.[cm]?[jt]s$/.test(path);

const usualEntries = [
  'index.d.ts',
  'dist/index.d.ts',
  'lib/index.d.ts',
  'types/index.d.ts',
  'src/index.ts',
  'src/mod.ts',
  'index.ts',
  'src/index.js',
  'index.mjs',
  'index.js',
];

const entryOf = (manifests: readonly Manifest[], text: ReadonlyMap<string, string>): string | undefined => {
  const stated = manifests.flatMap(({ path, entries = [] }) => {
    const folder = path
      .split('/')
      .slice(0, -1)
      .map((name) => `${name}/`)
      .join('');
    return entries.flatMap((entry) => [
      `${folder}${entry}`,
      // The sources of a build, where the build itself is not in the repository.
      `${folder}${entry.replace(/^(?:dist|lib|build|out)\//, 'src/').replace(/\.(?:d\.)?[cm]?[jt]s$/, '.ts')}`,
    ]);
  });
  return [...stated, ...usualEntries].find((path) => /\.[cm]?[jt]sx?$/.test(path) && text.has(path));
};

const byPlace = (a: ProductSymbol, b: ProductSymbol): number =>
  a.source.path === b.source.path
    ? a.source.start_line - b.source.start_line || (a.name < b.name ? -1 : 1)
    : a.source.path < b.source.path
      ? -1
      : 1;
