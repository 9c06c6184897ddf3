export type {
  ChildEnd,
  ChildOptions,
  ChildPlan,
  Confinement,
  Containment,
  LineReader,
  StopReason,
} from './child-plan.ts';
export { pathFolders, selectEnvironment } from './environment.ts';
export type { EnvironmentOptions } from './environment.ts';
export { cleanText, lastLines } from './output/clean-text.ts';
export { canConfine, runChild, strongestContainment } from './run-child.ts';
export { startChild } from './start-child.ts';
export type { LongLivedChild } from './start-child.ts';
