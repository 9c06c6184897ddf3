import type { ProductFacts } from '../artifacts.ts';
import { groupBy } from './group-by.ts';
import { indexSlug } from './page-path.ts';
import type { Outlined } from './outlined.ts';
import { symbolKey } from './outlined.ts';
import type { PlanInputs } from './plan-pages.ts';
import { createSlugs } from './slug.ts';

type ProductSymbol = ProductFacts['symbols'][number];

const mostModules = 60;
/** Lines of a symbol besides its signature and comment. */
const frame = 10;
/** A page with more names is hard to read. */
const mostNames = 40;

/** A list of modules, and one page or more for each of them. */
export const outlineReference = ({ config, facts }: PlanInputs): readonly Outlined[] => {
  const slugs = createSlugs([indexSlug, 'index']);
  const modules = groupBy(facts.symbols, ({ module }) => module ?? facts.name);
  const grouped = modules.size > mostModules ? groupBy(facts.symbols, packageOf(facts)) : modules;
  const most = config.budgets.max_lines_per_file - 40;
  const pages = [...grouped].slice(0, mostModules).flatMap(([module, symbols]) => {
    // Users of Go know a package by the last part of its path.
    const name = facts.language === 'go' ? (module.split('/').at(-1) ?? module) : module;
    return partsOf(name, membersTogether(symbols), most).map(([title, part]): Outlined => ({
      slug: slugs(title, 'module'),
      title,
      role: 'module',
      uses: part.map(symbolKey),
    }));
  });
  return [{ slug: indexSlug, title: `${config.product_name} API reference`, role: 'list', uses: [] }, ...pages];
};

const packageOf =
  ({ name }: ProductFacts) =>
  ({ module = name }: ProductSymbol): string =>
    module.replace(/[./][^./]*$/, '') || module;

const ownerOf = ({ name, kind }: ProductSymbol): string =>
  kind === 'method' || kind === 'property' ? name.slice(0, Math.max(name.lastIndexOf('.'), 0)) : name;

/** The names in their order, each class or type with its members behind it. */
const membersTogether = (symbols: readonly ProductSymbol[]): readonly ProductSymbol[] =>
  [...groupBy(symbols, ownerOf).values()].flatMap((group) => [
    ...group.filter((symbol) => ownerOf(symbol) === symbol.name),
    ...group.filter((symbol) => ownerOf(symbol) !== symbol.name),
  ]);

type Part = readonly [title: string, symbols: readonly ProductSymbol[]];

/** One page for a short module. A longer one gets a page for each kind of names, and several where one is not enough. */
const partsOf = (module: string, symbols: readonly ProductSymbol[], most: number): readonly Part[] => {
  if (linesOf(symbols) <= most && symbols.length <= mostNames) return [[module, symbols]];
  const owners = new Map(symbols.map((symbol) => [symbol.name, symbol.kind]));
  const kinds = groupBy(symbols, (symbol) => shelfOf(owners.get(ownerOf(symbol)) ?? symbol.kind));
  return shelves.flatMap((shelf): readonly Part[] => {
    const parts = split(kinds.get(shelf) ?? [], most);
    return parts.map((part, index) => [
      parts.length === 1 ? `${module} ${shelf}` : `${module} ${shelf} (${index + 1} of ${parts.length})`,
      part,
    ]);
  });
};

const shelves = ['functions', 'classes', 'types', 'constants'] as const;

const shelfOf = (kind: string): (typeof shelves)[number] => {
  if (kind === 'class') return 'classes';
  if (kind === 'constant' || kind === 'variable') return 'constants';
  return ['type', 'interface', 'enum', 'namespace', 'method', 'property'].includes(kind) ? 'types' : 'functions';
};

const linesOf = (symbols: readonly ProductSymbol[]): number =>
  symbols.reduce((sum, { signature, doc }) => sum + signature.split('\n').length + doc.split('\n').length + frame, 0);

const split = (symbols: readonly ProductSymbol[], most: number): readonly (readonly ProductSymbol[])[] => {
  const parts: ProductSymbol[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const symbol of symbols) {
    lines += linesOf([symbol]);
    if (lines > most) {
      parts.push([]);
      lines = linesOf([symbol]);
    }
    parts.at(-1)?.push(symbol);
  }
  return parts;
};
