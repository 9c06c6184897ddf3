export { createDbosExecutor } from './create-dbos-executor.ts';
export type { DbosOptions } from './create-dbos-executor.ts';
export type { DbosPlace } from './launch-dbos.ts';
