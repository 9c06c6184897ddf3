import type { QuotaRule, Reservation, ReservationRequest } from '@recourse/engine';
import { digestOfTuple } from '../sealing/digest.ts';

export interface WindowState {
  /** Calls in the window, without the one that asks. */
  readonly counted: number;
  /** When the oldest of them was made. */
  readonly oldest: number | null;
  readonly granted_until: number;
}

/** How a quota stands once the call is counted in. `stop` means that it was not. */
export const judgeReservation = (
  rule: QuotaRule,
  { counted, oldest, granted_until }: WindowState,
  now: number,
): Omit<Reservation, 'id'> => {
  const resets_at = (oldest ?? now) + rule.windowMs;
  const current = counted + 1;
  if (rule.stop !== undefined && current > rule.stop) return { current: counted, over: 'stop', resets_at };
  const isPaused = rule.pause !== undefined && current > rule.pause && granted_until <= now;
  const isWarned = rule.warn !== undefined && current > rule.warn;
  return { current, over: isPaused ? 'pause' : isWarned ? 'warn' : 'none', resets_at };
};

/** Calls with the same name are counted together. */
export const windowName = ({ principal, operation, key, rule }: ReservationRequest): string =>
  digestOfTuple(principal, operation, rule.metric, rule.windowMs, key);
