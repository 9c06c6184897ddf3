export { runCodes } from './codes.ts';
export { verifyBundle } from './evidence/bundle.ts';
export type { RunProblem, RunVerification } from './evidence/verify-run.ts';
export { ZipError } from './evidence/zip.ts';
export { createEmbeddedExecutor } from './executor/embedded.ts';
export type { EmbeddedOptions } from './executor/embedded.ts';
export type { Executor, Work, WorkFacts } from './executor/executor.ts';
export { RunError } from './failing.ts';
export type { Budgets, Countable, SetLimit, Spent } from './model/budgets.ts';
export type { FoundIssue, Issue, Severity } from './model/issue.ts';
export { runIdPattern } from './model/ids.ts';
export type { NotedPayloads } from './model/noted-payloads.ts';
export type { RunEvent } from './model/run-event.ts';
export type { RunFailure } from './model/run-failure.ts';
export type { ArtifactEntry, GateResult, GateTool, LastOperation, Snapshot } from './model/snapshot.ts';
export type { OperationName, Transitions } from './model/states.ts';
export type { WorkItem, WorkItemStatus } from './model/work-item.ts';
export { binary, json, text } from './pipeline/artifact-kinds.ts';
export type { ArtifactKind } from './pipeline/artifact-kinds.ts';
export { definePipeline } from './pipeline/define-pipeline.ts';
export type { Pipeline } from './pipeline/define-pipeline.ts';
export { fixer, gate, publication, step } from './pipeline/definitions.ts';
export type {
  Fixer,
  Gate,
  GateFindings,
  Made,
  PipelineDefinition,
  Publication,
  Report,
  ReportFacts,
  Step,
} from './pipeline/definitions.ts';
export { transitionsTable } from './pipeline/transitions-table.ts';
export type {
  EffectKey,
  EffectLook,
  EffectUse,
  FixContext,
  ScopeContext,
  WorkContext,
} from './pipeline/work-context.ts';
export { createRuns, runStoreOf } from './service/create-runs.ts';
export type { Runs, RunsOptions } from './service/create-runs.ts';
export { followRun } from './service/follow-run.ts';
export type { FollowRunOptions, RunFollower } from './service/follow-run.ts';
export type { RunProgress } from './service/progress.ts';
export type { PinnedRun, RunStatus, RunSummary } from './service/run-status.ts';
export type { StartedRun, StartOptions } from './service/start-run.ts';
