import type { Failure } from '@recourse/contract';
import type { CallMeta, Caller } from '../../call/call.ts';
import { boundedTool } from './recorded-call.ts';
import { Recording, isRead } from './recording.ts';
import type { RecordOptions } from './recording.ts';
import { loadTelemetry } from './telemetry.ts';

/** A call that a front door answered itself, with what it could read of it. */
export interface Refusal {
  readonly failure: Failure;
  readonly caller: Caller;
  /** Absent if the request could not be read that far. */
  readonly tool?: string;
  readonly principal?: string;
  readonly meta?: CallMeta;
  readonly request_id?: string | number | null;
  readonly session_id?: string;
  /** How many calls this refusal stands for, if the server was overloaded. */
  readonly refusals?: number;
  /** When the request came in, by the clock of the options. */
  readonly started_at?: number;
}

/** Puts a refusal at the door on record like any other outcome. It never began, so there is no event of a beginning. */
export const recordRefusal = (refusal: Refusal, options: RecordOptions): void => {
  void loadTelemetry();
  if (!isRead(options)) return;
  const { failure, caller, tool, principal, meta, request_id, session_id, refusals, started_at } = refusal;
  const call = {
    tool: boundedTool(tool ?? 'unknown'),
    request: {
      caller,
      ...(request_id !== undefined && { request_id }),
      ...(session_id !== undefined && { session_id }),
    },
    meta: meta ?? {},
    correlation_id: failure.correlation_id,
    started_at: started_at ?? Date.now(),
    state: principal === undefined ? {} : { principal },
  };
  const recording = new Recording(call, options, started_at);
  if (refusals === undefined) recording.ended(failure);
  else recording.refused(failure, refusals);
};
