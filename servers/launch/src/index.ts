export { runConfigSchema } from './config/run-config.ts';
export type { GivenRunConfig, RunConfig } from './config/run-config.ts';
export { readConfigText } from './config/read-config-text.ts';
export type { PlacedProblem, ReadConfig } from './config/read-config-text.ts';
export { writeConfig } from './config/write-config.ts';
export type { ConfigFacts } from './config/write-config.ts';
export { createLaunchServer } from './server.ts';
export type { LaunchServer, LaunchServerOptions } from './server.ts';
