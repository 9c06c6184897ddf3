import type { RepoInventory } from '../../artifacts.ts';
import type { Tree } from '../../sources/tree.ts';
import type { Manifest } from '../manifests/manifest.ts';
import { readText } from '../read-text.ts';
import { readGo } from './go.ts';
import { publicSurface } from './public-surface.ts';
import { readPython } from './python.ts';
import type { ProductSymbol, SymbolReader } from './symbol.ts';
import { readTypeScript } from './typescript.ts';

/** The readers of public names, by language. */
const readers: Readonly<Record<string, SymbolReader>> = {
  typescript: readTypeScript,
  javascript: readTypeScript,
  python: readPython,
  go: readGo,
};

const mostFiles = 1000;
const mostFileBytes = 1024 * 1024;
const mostSymbols = 2000;

/** Reads the public names of the product in its main language. */
export const readSymbols = async (
  tree: Tree,
  inventory: RepoInventory,
  language: string | null,
  manifests: readonly Manifest[],
): Promise<readonly ProductSymbol[]> => {
  const reader = language === null ? undefined : readers[language];
  if (!reader) return [];
  const family = language === 'javascript' ? ['javascript', 'typescript'] : [language];
  const sources = inventory.files
    .filter((file) => file.kind === 'source' && family.includes(file.language ?? null) && isPublicFile(file.path))
    .slice(0, mostFiles);
  const texts = await Promise.all(
    sources.map(async ({ path }) => [path, await readText(tree, path, mostFileBytes)] as const),
  );
  const text = new Map(texts.flatMap(([path, content]) => (content === undefined ? [] : [[path, content] as const])));
  const symbols = new Map([...text].map(([path, content]) => [path, reader(path, content)]));
  const entry = entryOf(manifests, text);
  const surface = entry === undefined ? [] : publicSurface(entry, { text, symbols });
  const all = surface.length > 0 ? surface : [...symbols.values()].flat();
  return [...all].sort(byPlace).slice(0, mostSymbols);
};

const isPublicFile = (path: string): boolean =>
  !/(?:^|\/)(?:internal|scripts?|tools?|docs?|cmd|website|config)\//.test(path) &&
  !/(?:^|\/)(?:setup|conftest|noxfile|tasks|__main__|_[^/_][^/]*)\.py$/.test(path) &&
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
