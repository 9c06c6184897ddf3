import type { Json, JsonObject } from '@recourse/contract';
import type { Spent } from '../model/budgets.ts';
import type { FoundIssue } from '../model/issue.ts';
import type { NotedPayloads } from '../model/noted-payloads.ts';
import type { Plan } from '../model/plan.ts';
import type { RunFailure } from '../model/run-failure.ts';
import type { ArtifactEntry, GateResult } from '../model/snapshot.ts';
import type { OperationName } from '../model/states.ts';
import type { WorkerKind } from '../model/work-item.ts';

/** The payload of each type of event. */
export interface Payloads extends NotedPayloads {
  readonly RUN_CREATED: {
    readonly pipeline: string;
    readonly config_hash: string;
    readonly state: string;
    readonly plan: Plan;
  };
  /** Another process continues with the run. `interrupted` lists the work items that ran in the one before it. */
  readonly RUN_TAKEN_OVER: { readonly interrupted: readonly string[] };
  readonly RUN_STATE_CHANGED: { readonly old_state: string; readonly new_state: string };
  readonly RUN_OPERATION_STARTED: { readonly operation: OperationName };
  readonly RUN_OPERATION_FINISHED: {
    readonly operation: OperationName;
    readonly ok: boolean;
    readonly code?: string;
    readonly message?: string;
    readonly retryable?: boolean;
    readonly details?: JsonObject;
    readonly cause_class?: string;
  };
  readonly RUN_COMPLETED: Record<never, never>;
  readonly RUN_FAILED: { readonly failure: RunFailure };
  readonly RUN_CANCELLED: { readonly by?: string };
  readonly WORK_ITEM_QUEUED: {
    readonly id: string;
    readonly kind: WorkerKind;
    readonly worker: string;
    readonly scope: string;
    readonly attempt: number;
    readonly inputs_hash: string;
  };
  readonly WORK_ITEM_STARTED: { readonly id: string };
  readonly WORK_ITEM_FINISHED: {
    readonly id: string;
    readonly outputs: readonly string[];
    readonly elapsed_ms: number;
    readonly spent?: Partial<Spent>;
    /** A fixer that left every artifact as it was. */
    readonly changed_nothing?: boolean;
  };
  readonly WORK_ITEM_FAILED: {
    readonly id: string;
    readonly failure: RunFailure;
    readonly elapsed_ms: number;
    readonly spent?: Partial<Spent>;
  };
  readonly ARTIFACT_WRITTEN: ArtifactEntry;
  readonly GATE_RUN_STARTED: { readonly gate: string };
  readonly GATE_RUN_FINISHED: { readonly gate: string } & GateResult;
  readonly ISSUE_OPENED: { readonly id: string; readonly gate: string } & FoundIssue;
  readonly ISSUE_RESOLVED: { readonly id: string };
  readonly EFFECT_APPLIED: { readonly key: string; readonly name: string; readonly value: Json };
}

export type DraftType = keyof Payloads;

/** An event before it has a number, a time and a place in the chain. */
export interface Draft<Type extends DraftType = DraftType> {
  readonly type: Type;
  readonly payload: JsonObject;
  /** The span of the work item that it belongs to; defaults to that of the run. */
  readonly span_id?: string;
}

/** Writes an event that is to be appended. */
export const draft = <Type extends DraftType>(type: Type, payload: Payloads[Type], span_id?: string): Draft<Type> => ({
  type,
  payload: payload as unknown as JsonObject,
  ...(span_id !== undefined && { span_id }),
});
