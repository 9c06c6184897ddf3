import type { Bucket } from './bucket-of.ts';
import type { BudgetState } from './budget-state.ts';

/** The spacing of writes: so many at once, then one each time the interval has passed. */
export interface Pace {
  readonly everyMs: number;
  readonly burst: number;
}

/** A request that is about to be sent. */
export interface Planned {
  readonly bucket: Bucket;
  readonly now: number;
  /** How long the request can wait for its turn to write. */
  readonly patienceMs: number;
  /** How long others wait for a request that finds out about an unknown limit. */
  readonly probeMs: number;
  /** Absent for reads, and where writes are not spaced out. */
  readonly pace?: Pace | undefined;
}

/** Whether a request may be sent, and the state to store before it is. */
export type Decision =
  | { readonly kind: 'send'; readonly waitMs: number; readonly probes: boolean; readonly next?: BudgetState }
  /** Another request is finding out about the limit. */
  | { readonly kind: 'probed' }
  | {
      readonly kind: 'refused';
      readonly by: Bucket | 'secondary' | 'writes';
      readonly until: number;
      readonly limit?: number;
    };

/**
 * Decides about one request by what is known of the limits. If nothing is known, as at the start and after a reset, one
 * request is sent and the others wait for its answer: it shows whether the limit is exhausted.
 */
export const decide = (state: BudgetState, planned: Planned): Decision => {
  const { bucket, now } = planned;
  if (state.blockedUntil > now) return { kind: 'refused', by: 'secondary', until: state.blockedUntil };
  const known = state.buckets[bucket];
  const isKnown = known !== undefined && known.until > now;
  if (isKnown && known.remaining === 0) {
    const { until, limit } = known;
    return { kind: 'refused', by: bucket, until, ...(limit !== undefined && { limit }) };
  }
  if (!isKnown && (state.probes[bucket] ?? 0) > now) return { kind: 'probed' };
  const write = spaceOut(state, planned);
  if (write.waitMs > planned.patienceMs) return { kind: 'refused', by: 'writes', until: now + write.waitMs };
  if (isKnown && write.writesUntil === undefined) return { kind: 'send', waitMs: 0, probes: false };
  return {
    kind: 'send',
    waitMs: write.waitMs,
    probes: !isKnown,
    next: {
      ...state,
      ...(write.writesUntil !== undefined && { writesUntil: write.writesUntil }),
      ...(!isKnown && { probes: { ...state.probes, [bucket]: now + write.waitMs + planned.probeMs } }),
    },
  };
};

/** When a write may be sent: writes come in a burst at first, and then at the interval. */
const spaceOut = (
  { writesUntil }: BudgetState,
  { pace, now }: Planned,
): { readonly waitMs: number; readonly writesUntil?: number } => {
  if (!pace || pace.everyMs <= 0) return { waitMs: 0 };
  const from = Math.max(now, writesUntil);
  const earliest = from - (pace.burst - 1) * pace.everyMs;
  return { waitMs: Math.max(0, earliest - now), writesUntil: from + pace.everyMs };
};
