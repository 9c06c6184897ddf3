export { createExchange } from './create-exchange.ts';
export { createLimitMemory } from './limits/limit-memory.ts';
