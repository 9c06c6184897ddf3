export type { Adapter, AdapterOperation } from './adapter/adapter.ts';
export type { AdapterProblem } from './adapter/problem.ts';
export type { Exchange, ExchangeCall } from './exchange/exchange.ts';
export { createAqlServer } from './serving/aql-server.ts';
export type { AqlServerOptions } from './serving/aql-server.ts';
export { modes } from './serving/endpoints/endpoint.ts';
export type { Mode } from './serving/endpoints/endpoint.ts';
export { createAdapterFail } from './serving/operations/adapter-codes.ts';
