import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { CallState } from '../call/call.ts';
import { isReplayed, markReplayed } from '../stages/replay/replayed.ts';

/** Adds the subject of the call to a failure that has none. The copy counts as proven or replayed as before. */
export const withSubject = (state: CallState, failure: Failure): Failure => {
  const { subject } = state;
  if (!subject || failure.subject) return failure;
  const changed = changeFailure(failure, { subject });
  if (state.proven === failure) state.proven = changed;
  if (isReplayed(failure)) markReplayed(changed);
  return changed;
};
