export { runConfigSchema } from './config/run-config.ts';
export type { GivenRunConfig, RunConfig } from './config/run-config.ts';
