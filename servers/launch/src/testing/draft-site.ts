import type {
  Citations,
  Draft,
  EvidenceMap,
  FrontMatterContract,
  PagePlan,
  ProductFacts,
  SnippetCatalog,
} from '../artifacts.ts';
import { buildClaims } from '../claims/build-claims.ts';
import type { GivenRunConfig, RunConfig } from '../config/run-config.ts';
import { draftSection } from '../drafting/draft-section.ts';
import { planPages } from '../planning/plan-pages.ts';
import { readFacts } from '../product/read-facts.ts';

import type { ParseCode } from '../product/symbols/symbol.ts';
import { takeInventory } from '../product/take-inventory.ts';
import { memoryTree } from './memory-tree.ts';
import { parseSample } from './parse-sample.ts';
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
  readonly evidence: EvidenceMap;
  readonly plan: PagePlan;
  /** The content of each page by its path. */
  readonly pages: Readonly<Record<string, string>>;
  readonly citations: Citations['pages'];
}

export interface DraftedWith {
  readonly config?: RunConfig;
  readonly contract?: FrontMatterContract;
  readonly templates?: Readonly<Record<string, string>>;
  readonly parse?: ParseCode;
}

/** Takes a product through all steps to its pages, without git and without a site. */
export const draftSite = async (
  files: Readonly<Record<string, MemoryFile>>,
  {
    config = sampleConfig(),
    contract = { schema_version: '1.0', sections: {} },
    templates = {},
    parse = parseSample,
  }: DraftedWith = {},
): Promise<DraftedSite> => {
  const tree = { ...memoryTree(files), committedAt: '2024-05-06T07:08:09Z' };
  const inventory = await takeInventory(tree, config);
  const { facts, snippets } = await readFacts(tree, inventory, config, { signal: new AbortController().signal, parse });
  const evidence = await buildClaims(tree, { facts, snippets });
  const plan = planPages({ config, facts, snippets, contract });
  const drafts = config.required_sections.map((section): Draft =>
    draftSection(section, { config, plan, facts, snippets, evidence, contract, templates }),
  );
  const pages = drafts.flatMap((draft) => draft.pages.map(({ path, content }) => [path, content] as const));
  const citations = drafts.flatMap((draft) => draft.pages.map(({ path, sentences }) => ({ path, sentences })));
  return { facts, snippets, evidence, plan, pages: Object.fromEntries(pages), citations };
};
