import { categories } from '../adapter/adapter.ts';
import type { Category } from '../adapter/adapter.ts';

/** Five tools by category, one for all, or both. */
export const modes = ['semantic', 'single', 'all'] as const;
export type Mode = (typeof modes)[number];

/** One tool of an adapter, and the categories that are reached through it. */
export interface Endpoint {
  readonly tool: string;
  /** As failures name it: `READ`, and `SINGLE` for the tool that takes them all. */
  readonly label: string;
  readonly categories: readonly Category[];
}

const prefixRule = /^[a-z][a-z0-9_]{0,17}_$/;

/** Says what is wrong with a prefix of tool names, for the operator. */
export const prefixProblem = (prefix: string): string | undefined =>
  prefix === '' || prefixRule.test(prefix)
    ? undefined
    : `'${prefix}' is not a valid prefix of tool names: use 2 to 19 lower-case letters, digits and underscores that start with a letter and end with an underscore, as in 'shop_'.`;

/** The tools of a mode, in the order in which they are listed. */
export const endpointsOf = (mode: Mode, prefix = ''): readonly Endpoint[] => {
  const semantic = categories.map((category) => ({
    tool: `${prefix}mcp_aql_${category}`,
    label: category.toUpperCase(),
    categories: [category],
  }));
  const single = { tool: `${prefix}mcp_aql`, label: 'SINGLE', categories };
  switch (mode) {
    case 'semantic':
      return semantic;
    case 'single':
      return [single];
    case 'all':
      return [...semantic, single];
  }
};

/** The endpoint that an operation of this category belongs to: its own before the one for all. */
export const endpointOf = (endpoints: readonly Endpoint[], category: Category): Endpoint => {
  const found = endpoints.find((endpoint) => endpoint.categories.includes(category));
  if (!found) throw new TypeError(`No endpoint handles '${category}'`);
  return found;
};

/** The name of the batch of a tool. No operation of a file can have it, because it contains a dot. */
export const batchNameOf = (tool: string): string => `${tool}.batch`;
