export { stageEntry } from './entry.ts';
export { createStageServer } from './server.ts';
export type { StageServer, StageServerOptions } from './server.ts';
export { readSettings } from './settings.ts';
export type { StageSettings } from './settings.ts';
