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

/** A list of modules, and one page or more for each of them. */
export const outlineReference = ({ config, facts }: PlanInputs): readonly Outlined[] => {
  const slugs = createSlugs([indexSlug, 'index']);
  const modules = groupBy(facts.symbols, ({ source }) => moduleOf(source.path, facts));
  const grouped = modules.size > mostModules ? groupBy(facts.symbols, ({ source }) => folderOf(source.path)) : modules;
  const pages = [...grouped].slice(0, mostModules).flatMap(([name, symbols]) => {
    const parts = split(symbols, config.budgets.max_lines_per_file - 40);
    return parts.map((part, index): Outlined => {
      const title = parts.length === 1 ? name : `${name} (${index + 1} of ${parts.length})`;
      return { slug: slugs(title, 'module'), title, role: 'module', uses: part.map(symbolKey) };
    });
  });
  return [{ slug: indexSlug, title: `${config.product_name} API reference`, role: 'list', uses: [] }, ...pages];
};

/** The name under which users know a module: its file without folders of the build and without ending. */
const moduleOf = (path: string, { language, name }: ProductFacts): string => {
  if (language === 'go') return path.includes('/') ? folderOf(path) : name;
  const plain = path.replace(/\.(?:d\.)?\w+$/, '').replace(/^(?:src|lib|dist|source|typings|types)\//, '');
  if (language === 'python') return plain.replace(/\/__init__$/, '').replaceAll('/', '.');
  return plain === 'index' ? name : plain.replace(/\/index$/, '');
};

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/') || 'main';

const linesOf = ({ signature, doc }: ProductSymbol): number =>
  signature.split('\n').length + doc.split('\n').length + frame;

const split = (symbols: readonly ProductSymbol[], most: number): readonly (readonly ProductSymbol[])[] => {
  const parts: ProductSymbol[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const symbol of symbols) {
    lines += linesOf(symbol);
    if (lines > most) {
      parts.push([]);
      lines = linesOf(symbol);
    }
    parts.at(-1)?.push(symbol);
  }
  return parts;
};
