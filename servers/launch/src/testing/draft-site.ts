import type { Draft, FrontMatterContract, PagePlan, ProductFacts, SnippetCatalog } from '../artifacts.ts';
import type { GivenRunConfig, RunConfig } from '../config/run-config.ts';
import { draftSection } from '../drafting/draft-section.ts';
import { planPages } from '../planning/plan-pages.ts';
import { readFacts } from '../product/read-facts.ts';
import { takeInventory } from '../product/take-inventory.ts';
import { memoryTree } from './memory-tree.ts';
import type { MemoryFile } from './memory-tree.ts';
import { testConfig } from './test-config.ts';

/** A configuration for the sample product, with changes. */
export const sampleConfig = (changes: Partial<GivenRunConfig> = {}): RunConfig =>
  testConfig({
    product_slug: 'tally',
    product_name: 'Tally',
    github_repo_url: 'https://github.com/acme/tally',
    ...changes,
  });

export interface DraftedSite {
  readonly facts: ProductFacts;
  readonly snippets: SnippetCatalog;
  readonly plan: PagePlan;
  /** The content of each page by its path. */
  readonly pages: Readonly<Record<string, string>>;
}

export interface DraftedWith {
  readonly config?: RunConfig;
  readonly contract?: FrontMatterContract;
  readonly templates?: Readonly<Record<string, string>>;
}

/** Takes a product through all steps to its pages, without git and without a site. */
export const draftSite = async (
  files: Readonly<Record<string, MemoryFile>>,
  { config = sampleConfig(), contract = { schema_version: '1.0', sections: {} }, templates = {} }: DraftedWith = {},
): Promise<DraftedSite> => {
  const tree = { ...memoryTree(files), committedAt: '2024-05-06T07:08:09Z' };
  const inventory = await takeInventory(tree, config);
  const { facts, snippets } = await readFacts(tree, inventory, config);
  const plan = planPages({ config, facts, snippets, contract });
  const drafts = config.required_sections.map((section): Draft =>
    draftSection(section, { config, plan, facts, snippets, contract, templates }),
  );
  const pages = drafts.flatMap((draft) => draft.pages.map(({ path, content }) => [path, content] as const));
  return { facts, snippets, plan, pages: Object.fromEntries(pages) };
};
