import { CdpRefusedError } from '../../cdp/cdp-errors.ts';
import type { CaptureOptions } from '../../observe/capture.ts';
import type { Observer } from '../../reading/observer.ts';
import { SelectorNoMatchError } from '../../reading/select-nodes.ts';
import { findTarget } from '../../reading/target.ts';
import type { FoundTarget, Target } from '../../reading/target.ts';
import { ReferenceLostError } from '../../references/reference-lost-error.ts';
import type { Surface } from '../../surface.ts';
import type { Deadline } from '../deadline.ts';

/** A surface that is looked at repeatedly. Each look sees it at one moment. */
export interface Watch {
  readonly observer: Observer;
  readonly surface: Surface;
  readonly capturing: CaptureOptions;
  readonly deadline: Deadline;
}

/** One look: whether the condition holds, and the facts that decide it. */
export interface Seen<Facts> {
  readonly holds: boolean;
  readonly facts: Facts;
}

/** Looks until a condition holds or the time is up, and returns the last look. It looks at least once. */
export const poll = async <Facts>({ deadline }: Watch, look: () => Promise<Seen<Facts>>): Promise<Seen<Facts>> => {
  for (;;) {
    const seen = await retried(deadline, look);
    if (seen.holds || !(await deadline.next())) return seen;
  }
};

/** A page that is loading refuses questions about its nodes. */
const retried = async <Facts>(deadline: Deadline, look: () => Promise<Seen<Facts>>): Promise<Seen<Facts>> => {
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof CdpRefusedError) || !(await deadline.next())) throw error;
    }
  }
};

/**
 * Finds the element that a wait is about; undefined if it does not exist yet. With `mayBeLost`, a reference whose element is
 * gone is not there either; without, it ends the wait, because it never comes back.
 */
export const findNow = async (
  { observer, surface, capturing }: Watch,
  target: Target,
  mayBeLost = false,
): Promise<FoundTarget | undefined> => {
  try {
    return await findTarget(observer, surface, target, capturing);
  } catch (error) {
    if (error instanceof SelectorNoMatchError) return undefined;
    const isGone = error instanceof ReferenceLostError && ['removed', 'replaced', 'reloaded'].includes(error.reason);
    if (isGone && mayBeLost) return undefined;
    throw error;
  }
};
