export { findRunner } from './find/find-runner.ts';
export { judgeTimeout } from './input/judge-timeout.ts';
export { runnerNames } from './plan.ts';
export type { FoundRunner, PlanWarning, Rejection, RunPlan, RunProgress, RunRequest, RunResult } from './plan.ts';
export { planRun } from './plan-run.ts';
export type { FieldNames } from './plan-run.ts';
export { runFolderOf } from './run-folder.ts';
export { runPlan } from './run-plan.ts';
export { discardRun, finishedMark, lastProfile } from './runs.ts';
