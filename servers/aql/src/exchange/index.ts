export { createExchange } from './create-exchange.ts';
export type { ExchangeOptions } from './create-exchange.ts';
