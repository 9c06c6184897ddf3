import type { ProductFacts, SnippetCatalog } from '../artifacts.ts';

/** A page before it has a place. */
export interface Outlined {
  readonly slug: string;
  readonly title: string;
  readonly role: 'overview' | 'list' | 'getting-started' | 'guide' | 'tasks' | 'module' | 'how-to' | 'announcement';
  readonly uses: readonly string[];
  readonly links?: readonly string[];
}

type Topic = ProductFacts['topics'][number];
type ProductSymbol = ProductFacts['symbols'][number];
type Snippet = SnippetCatalog['snippets'][number];

const place = ({ source }: Pick<Topic, 'source'>): string => `${source.path}:${source.start_line}`;

/** Names for facts in a plan. */
export const topicKey = (topic: Topic): string => `topic:${place(topic)}`;
export const symbolKey = (symbol: ProductSymbol): string => `symbol:${place(symbol)}:${symbol.name}`;
export const snippetKey = ({ id }: Snippet): string => `snippet:${id}`;
