import type {
  EvidenceMap,
  FrontMatterContract,
  PagePlan,
  PlannedPage,
  ProductFacts,
  SnippetCatalog,
} from '../artifacts.ts';
import { createCiting, createEvidence } from '../claims/create-citing.ts';
import type { Citing, Evidence } from '../claims/create-citing.ts';
import type { RunConfig } from '../config/run-config.ts';
import { snippetKey, symbolKey, topicKey } from '../planning/outlined.ts';
import { absolute } from './markdown/product-links.ts';
import type { ProductLinks } from './markdown/product-links.ts';
import { linkBetween } from './page-links.ts';

export interface DraftInputs {
  readonly config: RunConfig;
  readonly plan: PagePlan;
  readonly facts: ProductFacts;
  readonly snippets: SnippetCatalog;
  readonly evidence: EvidenceMap;
  readonly contract: FrontMatterContract;
  readonly templates: Readonly<Record<string, string>>;
}

export type Topic = ProductFacts['topics'][number];
export type ProductSymbol = ProductFacts['symbols'][number];
export type Snippet = SnippetCatalog['snippets'][number];

/** Everything that the parts of one page are written from. */
export interface PageContext extends DraftInputs {
  readonly page: PlannedPage;
  readonly topics: readonly Topic[];
  readonly symbols: readonly ProductSymbol[];
  readonly used: readonly Snippet[];
  readonly links: ProductLinks;
  /** The claims of the product, and what this page rests on. */
  readonly claims: Evidence;
  readonly citing: Citing;
  /** The address of another page from this one. */
  readonly linkTo: (page: PlannedPage) => string;
  /** Makes the text of a heading unique in the page. */
  readonly heading: (text: string) => string;
}

export const createPageContext = (inputs: DraftInputs, page: PlannedPage): PageContext => {
  const { config, plan, facts, snippets } = inputs;
  const uses = new Map((page.uses ?? []).map((key, index) => [key, index]));
  const inOrder = <Fact>(all: readonly Fact[], keyOf: (fact: Fact) => string): readonly Fact[] =>
    all
      .filter((fact) => uses.has(keyOf(fact)))
      .toSorted((a, b) => (uses.get(keyOf(a)) ?? 0) - (uses.get(keyOf(b)) ?? 0));
  const linkTo = (to: PlannedPage): string => linkBetween(config, plan, page, to);
  const pageOf = (path: string): string | undefined => {
    const target = plan.pages.find(
      ({ role, uses: used = [] }) => role === 'guide' && used.some((key) => isWholeFile(key, path)),
    );
    return target && target !== page ? linkTo(target) : undefined;
  };
  return {
    ...inputs,
    page,
    topics: inOrder(facts.topics, topicKey),
    symbols: inOrder(facts.symbols, symbolKey),
    used: inOrder(snippets.snippets, snippetKey),
    links: { repository: repositoryOf(config), ref: facts.ref, pageOf },
    claims: createEvidence(inputs.evidence),
    citing: createCiting(),
    linkTo,
    heading: createHeadings(),
  };
};

/** The address of the repository for people: without the ending that git accepts. */
const repositoryOf = ({ github_repo_url: url }: RunConfig): string =>
  (absolute(url) ?? '').replace(/\/$/, '').replace(/\.git$/, '');

/** A guide replaces a document, but not the README, of which it shows only a part. */
const isWholeFile = (key: string, path: string): boolean =>
  !/^readme(?:\.|$)/i.test(path) && key.startsWith(`topic:${path}:`);

const createHeadings = (): ((text: string) => string) => {
  const counts = new Map<string, number>();
  return (text) => {
    const key = text.toLowerCase();
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? text : `${text} (${count})`;
  };
};
