import type { Dialect, DialectName } from './dialect.ts';

export { dialectNames, dialectSchema } from './dialect.ts';
export type { CallFacts, CarriedField, Dialect, DialectName, JsonSchema } from './dialect.ts';

/** Each dialect is loaded when it is first asked for. */
const loaders: Readonly<Record<DialectName, () => Promise<Dialect>>> = {
  recourse: async () => (await import('./recourse/index.ts')).recourse,
  coverctl: async () => (await import('./recourse/index.ts')).recourse,
  launch: async () => (await import('./recourse/index.ts')).recourse,
  'mcp-aql': async () => (await import('./recourse/index.ts')).recourse,
  jsonrpc: async () => (await import('./recourse/index.ts')).recourse,
  stagewright: async () => (await import('./recourse/index.ts')).recourse,
  problem: async () => (await import('./recourse/index.ts')).recourse,
};

/** The dialect of a name, for programs that learn it at run time; others import `@recourse/contract/dialects/<name>`. */
export const loadDialect = (name: DialectName): Promise<Dialect> => loaders[name]();
