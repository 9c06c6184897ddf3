import { hash } from 'node:crypto';
import { canonicalJson } from '@recourse/engine/digest';
import type { RunEvent } from '../model/run-event.ts';

/** The link before the first event of a run. */
export const firstRunHash = (runId: string): string => hash('sha256', `run:${runId}`);

/** The link of an event: a digest of everything in it and of the link before it. */
export const runHashOf = (event: Omit<RunEvent, 'run_hash'>): string => {
  const { run_id, number, event_id, ts, type, trace_id, span_id, payload, run_prev_hash } = event;
  const content = { run_id, number, event_id, ts, type, trace_id, span_id, payload, run_prev_hash };
  return hash('sha256', canonicalJson(content));
};

/** A place where the chain of a run does not hold. */
export interface ChainProblem {
  readonly number: number;
  readonly problem: string;
}

/** Follows the chain of a run, and returns its end or the first problem. */
export const followChain = (
  runId: string,
  events: readonly RunEvent[],
): { readonly head: string; readonly problem?: ChainProblem } => {
  let head = firstRunHash(runId);
  for (const [index, event] of events.entries()) {
    const number = index + 1;
    if (event.number !== number) return { head, problem: { number, problem: 'the event is missing' } };
    if (event.run_id !== runId) return { head, problem: { number, problem: 'the event belongs to another run' } };
    if (event.run_prev_hash !== head)
      return { head, problem: { number, problem: 'the link to the previous event is wrong' } };
    if (runHashOf(event) !== event.run_hash) return { head, problem: { number, problem: 'the event was changed' } };
    head = event.run_hash;
  }
  return { head };
};
