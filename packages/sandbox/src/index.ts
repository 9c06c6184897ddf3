export type { ChildEnd, ChildOptions, ChildPlan, Containment, LineReader, StopReason } from './child-plan.ts';
export { pathFolders, selectEnvironment } from './environment.ts';
export type { EnvironmentOptions } from './environment.ts';
export { cleanText, lastLines } from './output/clean-text.ts';
export { runChild, strongestContainment } from './run-child.ts';
