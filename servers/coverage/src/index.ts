export type { Coverage, FileCoverage } from './profile/coverage.ts';
export type { Policy } from './policy/policy.ts';
export type { RunPlan, RunResult } from './running/plan.ts';
