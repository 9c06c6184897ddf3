import type { Dialect, DialectName } from './dialect.ts';

export { dialectNames, dialectSchema } from './dialect.ts';
export { estimateTokens } from './estimate-tokens.ts';
export type { CallFacts, CarriedField, Dialect, DialectName, JsonSchema } from './dialect.ts';

/** Each dialect is loaded when it is first requested. */
const loaders: Readonly<Record<DialectName, () => Promise<Dialect>>> = {
  recourse: async () => (await import('./recourse/index.ts')).recourse,
  coverctl: async () => (await import('./coverctl/index.ts')).coverctl,
  launch: async () => (await import('./launch/index.ts')).launch,
  'mcp-aql': async () => (await import('./mcp-aql/index.ts')).mcpAql,
  jsonrpc: async () => (await import('./jsonrpc/index.ts')).jsonrpc,
  stagewright: async () => (await import('./stagewright/index.ts')).stagewright,
  problem: async () => (await import('./problem/index.ts')).problem,
};

/**
 * Loads a dialect by name, for programs that choose it at run time; others import `@recourse/contract/dialects/<name>`.
 */
export const loadDialect = (name: DialectName): Promise<Dialect> => loaders[name]();
