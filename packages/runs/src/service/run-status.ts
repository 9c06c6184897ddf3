import type { RunRow } from '@recourse/stores';
import type { Spent } from '../model/budgets.ts';
import { compareIssues } from '../model/issue.ts';
import type { Issue } from '../model/issue.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { ArtifactEntry, GateResult, LastOperation, Snapshot } from '../model/snapshot.ts';
import type { WorkItem } from '../model/work-item.ts';
import { progressOf } from './progress.ts';
import type { RunProgress } from './progress.ts';

/** A run in a list. */
export interface RunSummary {
  readonly run_id: string;
  readonly pipeline: string;
  /** The principal that started the run. */
  readonly principal: string;
  readonly state: string;
  readonly operation: string | null;
  readonly started_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
}

/** A run in a list, with its configuration. */
export interface PinnedRun extends RunSummary {
  readonly config: unknown;
}

/** Everything about a run that a caller may want to know. */
export interface RunStatus extends RunSummary {
  readonly config_hash: string;
  readonly trace_id: string;
  readonly progress: RunProgress;
  readonly failure: RunFailure | null;
  readonly last_operation: LastOperation | null;
  readonly open_issues: readonly Issue[];
  readonly gates: Readonly<Record<string, GateResult>>;
  readonly fix_attempts: number;
  readonly artifacts: readonly (ArtifactEntry & { readonly key: string })[];
  readonly work_items: readonly WorkItem[];
  readonly spent: Spent;
  /** The number of the newest event, and its hash: what a verification can be compared with. */
  readonly last_event: number;
  readonly head: string;
}

export const summaryOf = (row: RunRow): RunSummary => ({
  run_id: row.id,
  pipeline: row.pipeline,
  principal: row.principal,
  state: row.state,
  operation: row.operation,
  started_at: timestamp(row.created_at),
  updated_at: timestamp(row.updated_at),
  finished_at: row.finished_at === null ? null : timestamp(row.finished_at),
});

export const statusOf = (row: RunRow, snapshot: Snapshot): RunStatus => ({
  ...summaryOf(row),
  config_hash: row.config_hash,
  trace_id: row.trace_id,
  progress: progressOf(snapshot),
  failure: snapshot.failure,
  last_operation: snapshot.last_operation,
  open_issues: Object.values(snapshot.issues)
    .filter(({ status }) => status === 'OPEN')
    .sort(compareIssues),
  gates: snapshot.gates,
  fix_attempts: snapshot.fix_attempts,
  artifacts: Object.entries(snapshot.artifacts)
    .map(([key, entry]) => ({ key, ...entry }))
    .sort((one, other) => (one.key < other.key ? -1 : 1)),
  work_items: Object.values(snapshot.work_items).sort(byEvent),
  spent: snapshot.spent,
  last_event: row.last_event,
  head: row.head,
});

const byEvent = (one: WorkItem, other: WorkItem): number => one.queued_event - other.queued_event;

const timestamp = (ms: number): string => new Date(ms).toISOString();
