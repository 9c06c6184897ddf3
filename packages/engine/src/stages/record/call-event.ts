import type { Effect, JsonObject } from '@recourse/contract';

const callEventTypes = [
  'TOOL_CALL_STARTED',
  'TOOL_CALL_FINISHED',
  'TOOL_CALL_FAILED',
  'EFFECT_POSSIBLY_DUPLICATED',
  'APPROVAL_GRANTED',
  'APPROVAL_DENIED',
] as const;

/** The events of runs. Their `data` holds the number of the event, its two hashes and its payload. */
export const runEventTypes = [
  'RUN_CREATED',
  'RUN_TAKEN_OVER',
  'RUN_STATE_CHANGED',
  'RUN_OPERATION_STARTED',
  'RUN_OPERATION_FINISHED',
  'RUN_COMPLETED',
  'RUN_FAILED',
  'RUN_CANCELLED',
  'WORK_ITEM_QUEUED',
  'WORK_ITEM_STARTED',
  'WORK_ITEM_FINISHED',
  'WORK_ITEM_FAILED',
  'ARTIFACT_WRITTEN',
  'GATE_RUN_STARTED',
  'GATE_RUN_FINISHED',
  'ISSUE_OPENED',
  'ISSUE_RESOLVED',
  'EFFECT_APPLIED',
  'LLM_CALL_STARTED',
  'LLM_CALL_FINISHED',
  'LLM_CALL_FAILED',
] as const;
export type RunEventType = (typeof runEventTypes)[number];
type CallEventType = (typeof callEventTypes)[number] | RunEventType;

/** One row of the record, about a call or a run. Secrets are masked and sizes bounded before it is made; its names are those of the table. */
export interface CallEvent {
  readonly event_id: string;
  /** When it happened: ISO 8601, UTC. */
  readonly ts: string;
  readonly type: CallEventType;
  readonly trace_id: string;
  readonly span_id: string;
  /** The subject of a failure, as `type:id`. */
  readonly subject: string | null;
  /** The caller, or the approver of an approval. Null if the call was refused before its caller was known. */
  readonly principal: string | null;
  /** The tool, or the pipeline of a run. */
  readonly tool: string;
  readonly code: string | null;
  readonly effect: Effect | null;
  readonly elapsed_ms: number | null;
  readonly data: JsonObject;
}

/**
 * Where events are kept. A rejection means that none of them is kept, and the same events come again; after a
 * delivery that took too long they may come although they were kept, so `event_id` decides what is new.
 */
export interface EventSink {
  /** True if what was delivered outlives the process. Calls are then answered once their events are kept. */
  readonly durable?: boolean;
  /** Identifies the transactions that events can join, where calls are admitted by the same store. */
  readonly transaction?: object;
  deliver(events: readonly CallEvent[]): Promise<void>;
}

/** An event that is written out when it is sent: who called may be known only after the call began. */
export type PendingEvent = () => CallEvent;
