import type { Json, JsonObject } from '@recourse/contract';
import type { CallEvent, RunEventType } from '@recourse/engine/events';
import { isJsonObject } from '@recourse/contract';

/** One event of a run. In the store it is an event of the log; `data` holds its number, hashes and payload. */
export interface RunEvent {
  readonly run_id: string;
  /** 1 for the first event of the run, and no gaps. */
  readonly number: number;
  readonly event_id: string;
  readonly ts: string;
  readonly type: RunEventType;
  readonly trace_id: string;
  readonly span_id: string;
  readonly payload: JsonObject;
  readonly run_prev_hash: string;
  readonly run_hash: string;
}

const subjectPrefix = 'run:';

/** Finds the run event in an event of the log; nothing if it is not one. */
export const readRunEvent = (event: CallEvent): RunEvent | undefined => {
  const { run_number, run_prev_hash, run_hash, payload } = event.data;
  if (!event.subject?.startsWith(subjectPrefix) || typeof run_number !== 'number') return undefined;
  if (typeof run_prev_hash !== 'string' || typeof run_hash !== 'string' || !isPayload(payload)) return undefined;
  const { event_id, ts, type, trace_id, span_id } = event;
  return {
    run_id: event.subject.slice(subjectPrefix.length),
    number: run_number,
    event_id,
    ts,
    type: type as RunEventType,
    trace_id,
    span_id,
    payload,
    run_prev_hash,
    run_hash,
  };
};

/** Writes a run event as an event of the log. */
export const toLogged = (event: RunEvent, facts: Pick<CallEvent, 'principal' | 'tool'>): CallEvent => {
  const { run_id, number, run_prev_hash, run_hash, payload, ...common } = event;
  const { code, elapsed_ms } = payload;
  return {
    ...common,
    subject: `${subjectPrefix}${run_id}`,
    ...facts,
    code: typeof code === 'string' ? code : null,
    effect: null,
    elapsed_ms: typeof elapsed_ms === 'number' ? elapsed_ms : null,
    data: { run_number: number, run_prev_hash, run_hash, payload },
  };
};

const isPayload = (value: Json | undefined): value is JsonObject => value !== undefined && isJsonObject(value);
