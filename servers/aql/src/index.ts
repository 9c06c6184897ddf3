export type { Adapter } from './adapter/adapter.ts';
export type { AdapterProblem } from './adapter/problem.ts';
export type { Exchange } from './exchange/exchange.ts';
