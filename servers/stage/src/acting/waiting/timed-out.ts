import type { Json } from '@recourse/contract';
import { fail, StageError } from '../../failing.ts';
import type { FoundTarget, Target } from '../../reading/target.ts';

/** Names the target of a wait in the details of its failure. */
const targetDetails = ({ ref, selector, by }: Target, found: FoundTarget | undefined) => {
  if (found) return { ref: found.ref };
  if (ref !== undefined) return { ref };
  const named = selector ?? (by && `${by.role} "${by.name}"`);
  return named === undefined ? {} : { selector: named };
};

export interface LastLook {
  readonly target: Target;
  readonly found: FoundTarget | undefined;
  readonly timeoutMs: number;
}

/** The condition of a wait did not hold in time. `lastState` is the state that was seen last. */
export const waitTimedOut = (condition: string, lastState: Json, { target, found, timeoutMs }: LastLook): StageError =>
  new StageError(
    fail(
      'WAIT_TIMEOUT',
      { ...targetDetails(target, found), timeout_ms: timeoutMs, condition, last_state: lastState },
      { effect: 'none' },
    ),
  );

/** An expectation was not met in time. Without `actual`, there was nothing to compare. */
export const expectationFailed = (
  expected: Json,
  actual: Json | undefined,
  { target, found, timeoutMs }: LastLook,
): StageError =>
  new StageError(
    fail(
      'EXPECTATION_FAILED',
      { ...targetDetails(target, found), expected, ...(actual !== undefined && { actual }), timeout_ms: timeoutMs },
      { effect: 'none' },
    ),
  );
