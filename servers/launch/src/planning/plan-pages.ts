import type { FrontMatterContract, PagePlan, PlannedPage, ProductFacts, SnippetCatalog } from '../artifacts.ts';
import type { RunConfig } from '../config/run-config.ts';
import type { Section } from '../config/sections.ts';
import type { Outlined } from './outlined.ts';
import { outlineBlog, outlineDocs, outlineKnowledge, outlineProduct } from './outline-prose.ts';
import { outlineReference } from './outline-reference.ts';
import { pagePath } from './page-path.ts';

export interface PlanInputs {
  readonly config: RunConfig;
  readonly facts: ProductFacts;
  readonly snippets: SnippetCatalog;
  readonly contract: FrontMatterContract;
}

type Outliner = (inputs: PlanInputs) => readonly Outlined[];

const outliners: Readonly<Record<Section, Outliner>> = {
  products: outlineProduct,
  docs: outlineDocs,
  reference: outlineReference,
  kb: outlineKnowledge,
  blog: outlineBlog,
};

/** Plans the pages of all required sections, in the order of sections, with the links between them. */
export const planPages = (inputs: PlanInputs): PagePlan => {
  const { config } = inputs;
  const outlined = config.required_sections.flatMap((section) =>
    outliners[section](inputs).map((page) => ({ section, ...page })),
  );
  const kept = withinBudget(outlined, config.budgets.max_files_changed);
  const exists = new Set(kept.map(keyOf));
  return {
    schema_version: '1.0',
    pages: kept.map(({ section, slug, title, role, uses, links = [] }): PlannedPage => ({
      section,
      slug,
      path: pagePath(config, section, slug),
      title,
      role,
      template: role,
      links: [...linksOf(role, section, kept), ...links].filter(
        (link, index, all) => exists.has(link) && all.indexOf(link) === index && link !== `${section}/${slug}`,
      ),
      uses: [...uses],
    })),
  };
};

type Placed = Outlined & { readonly section: Section };

const keyOf = ({ section, slug }: { readonly section: Section; readonly slug: string }): string => `${section}/${slug}`;

/** Leaves out the last pages of the largest sections until the plan fits, and keeps at least one page of each. */
const withinBudget = (pages: readonly Placed[], most: number): readonly Placed[] => {
  let kept = pages;
  while (kept.length > most) {
    const counts = new Map<Section, number>();
    for (const { section } of kept) counts.set(section, (counts.get(section) ?? 0) + 1);
    const [largest, count = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    if (count <= 1) break;
    kept = kept.toSpliced(
      kept.findLastIndex(({ section }) => section === largest),
      1,
    );
  }
  return kept;
};

/** Lists link to their pages; overview and announcement link to the entry of each other section. */
const linksOf = (role: string, section: Section, pages: readonly Placed[]): readonly string[] => {
  const own = pages.filter((page) => page.section === section);
  if (role === 'list') return own.map(keyOf);
  const entries = ['docs/getting-started', 'docs/_index', 'reference/_index', 'kb/_index', 'products/_index'];
  if (role === 'overview' || role === 'announcement') return entries;
  if (role === 'getting-started')
    return [...own.filter((page) => page.role === 'tasks' || page.role === 'guide').map(keyOf), 'reference/_index'];
  if (role === 'guide' || role === 'tasks' || role === 'how-to') return ['docs/getting-started', 'reference/_index'];
  return role === 'module' ? ['reference/_index', 'docs/getting-started'] : [];
};
