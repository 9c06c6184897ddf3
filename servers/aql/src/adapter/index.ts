export type { Adapter, AdapterOperation } from './adapter.ts';
export type { AdapterProblem } from './problem.ts';
export { readAdapter } from './read-adapter.ts';
export { formatOf } from './front-matter.ts';
