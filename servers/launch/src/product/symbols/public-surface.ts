import type { ProductSymbol } from './symbol.ts';

/** The modules of a package by path, with what each exports. */
export interface Modules {
  readonly text: ReadonlyMap<string, string>;
  readonly symbols: ReadonlyMap<string, readonly ProductSymbol[]>;
}

const reexport = /^export\s+(?:type\s+)?(?:\*(?:\s+as\s+[\w$]+)?|\{([^}]{0,20000})\})\s+from\s+['"](\.[^'"]+)['"]/gm;
const mostModules = 500;

/**
 * Follows the re-exports of an entry module: only what users can import is documented. Names keep the place where
 * they are declared.
 */
export const publicSurface = (entry: string, modules: Modules): readonly ProductSymbol[] => {
  const visited = new Set<string>();
  const found = new Map<string, ProductSymbol>();
  const visit = (path: string, wanted: ReadonlyMap<string, string> | undefined): void => {
    const key = `${path} ${wanted ? [...wanted.keys()].join() : '*'}`;
    if (visited.has(key) || visited.size > mostModules) return;
    visited.add(key);
    const text = modules.text.get(path) ?? '';
    for (const symbol of modules.symbols.get(path) ?? []) {
      const name = wanted ? wanted.get(symbol.name) : symbol.name;
      if (name !== undefined && !found.has(name)) found.set(name, { ...symbol, name });
    }
    for (const [, list, target = ''] of text.matchAll(reexport)) {
      const next = resolve(path, target, modules.text);
      if (next !== undefined) visit(next, list === undefined ? wanted : namesIn(list, wanted));
    }
  };
  visit(entry, undefined);
  return [...found.values()];
};

/** Names of the module to the names under which the entry exports them. */
const namesIn = (list: string, wanted: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> =>
  new Map(
    list.split(',').flatMap((item) => {
      const [, local, alias] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(item) ?? [];
      const outer = alias ?? local;
      const name = outer === undefined || !wanted ? outer : wanted.get(outer);
      return local === undefined || name === undefined ? [] : [[local, name] as const];
    }),
  );

const resolve = (from: string, target: string, text: ReadonlyMap<string, string>): string | undefined => {
  const names = from.split('/').slice(0, -1);
  for (const name of target.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.') names.push(name);
  }
  const plain = names.join('/').replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '');
  const endings = ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.d.mts', '.d.cts', '.js', '.mjs', '.cjs'];
  return [...endings.map((ending) => plain + ending), ...endings.map((ending) => `${plain}/index${ending}`)].find(
    (path) => text.has(path),
  );
};
