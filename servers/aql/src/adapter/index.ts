export type {
  Adapter,
  AdapterCode,
  AdapterOperation,
  AdapterQuota,
  AdapterType,
  ApiLimit,
  Auth,
  Category,
  DangerNote,
  Method,
  OperationExample,
  Paging,
  Parameter,
} from './adapter.ts';
export { categories, methods } from './adapter.ts';
export { inferDanger } from './danger/infer-danger.ts';
export type { AdapterProblem, SchemaCode } from './problem.ts';
export { readAdapter } from './read-adapter.ts';
export type { ReadAdapter } from './read-adapter.ts';
export { formatOf } from './text/front-matter.ts';
