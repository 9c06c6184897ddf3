import type { Json, JsonObject } from '@recourse/contract';
import type { Spent } from './budgets.ts';
import type { Issue } from './issue.ts';
import type { Plan } from './plan.ts';
import type { RunFailure } from './run-failure.ts';
import type { OperationName } from './states.ts';
import type { WorkItem } from './work-item.ts';

/** An artifact as the run knows it. Its content is in the store, under its SHA-256. */
export interface ArtifactEntry {
  readonly name: string;
  readonly scope: string;
  readonly content_type: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The work item that wrote it. */
  readonly written_by: string;
}

/** A program that a gate used. */
export interface GateTool {
  readonly name: string;
  readonly version: string;
  /** How the program was kept from files and connections that are not its business. */
  readonly confinement?: string;
}

export interface GateResult {
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly inputs_hash: string;
  readonly issues: readonly string[];
  readonly elapsed_ms: number;
  readonly tool?: GateTool;
  /** Why the gate was skipped. */
  readonly reason?: string;
}

export interface LastOperation {
  readonly name: OperationName;
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly retryable?: boolean;
  readonly details?: JsonObject;
  readonly cause_class?: string;
}

/** Everything that is known about a run. It is derived from the events and changed by nothing else. */
export interface Snapshot {
  readonly schema_version: 1;
  readonly run_id: string;
  readonly pipeline: string;
  readonly config_hash: string;
  readonly plan: Plan;
  state: string;
  /** The state that a failed run continues from when it is resumed. */
  failed_in: string | null;
  operation: { readonly name: OperationName; readonly since: string } | null;
  last_operation: LastOperation | null;
  failure: RunFailure | null;
  /** By key: the name, or name/scope. */
  readonly artifacts: Record<string, ArtifactEntry>;
  /** By id, in the order in which they were queued. */
  readonly work_items: Record<string, WorkItem>;
  readonly issues: Record<string, Issue>;
  readonly gates: Record<string, GateResult>;
  /** The results of external effects, by effect key. */
  readonly effects: Record<string, { readonly name: string; readonly value: Json }>;
  fix_attempts: number;
  /** Issues that a fixer left as they were, or that no fixer handles. */
  readonly unfixable: string[];
  readonly spent: { -readonly [Name in keyof Spent]: Spent[Name] };
  /** How often the process of a work item died, by worker and scope. */
  readonly interruptions: Record<string, number>;
}
