export { findRunner, guessLanguage, markers } from './find/find-runner.ts';
export type { FindOptions } from './find/find-runner.ts';
export { judgeTimeout, longestTimeoutMs } from './input/judge-timeout.ts';
export { languages, runnerNames } from './plan.ts';
export type {
  FoundRunner,
  Language,
  Rejection,
  RejectionCode,
  RunnerName,
  RunnerProblem,
  RunPlan,
  RunProgress,
  RunRequest,
  RunResult,
} from './plan.ts';
export { planRun } from './plan-run.ts';
export type { FieldNames, PlanOptions } from './plan-run.ts';
export { runPlan } from './run-plan.ts';
export type { RunOptions } from './run-plan.ts';
