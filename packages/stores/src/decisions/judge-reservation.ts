import type { QuotaRule } from '@recourse/engine';
import type { ReservationRequest, Standing } from '@recourse/engine/store-ports';
import { digestOfTuple } from '../sealing/digest.ts';

export interface WindowState {
  /** Calls in the window, without the one that asks. */
  readonly counted: number;
  /** When the oldest of them was made. */
  readonly oldest: number | null;
  readonly granted_until: number;
}

/** The state of a quota after the call is counted. `stop` means that the call was not counted. */
export const judgeReservation = (
  rule: QuotaRule,
  { counted, oldest, granted_until }: WindowState,
  now: number,
): Standing => {
  const resets_at = (oldest ?? now) + rule.windowMs;
  const current = counted + 1;
  if (rule.stop !== undefined && current > rule.stop) return { current: counted, over: 'stop', resets_at };
  const isPaused = rule.pause !== undefined && current > rule.pause && granted_until <= now;
  const isWarned = rule.warn !== undefined && current >= rule.warn;
  return { current, over: isPaused ? 'pause' : isWarned ? 'warn' : 'none', resets_at };
};

/** Calls with the same name are counted together. */
const windowName = ({ principal, operation, key, rule }: ReservationRequest): string =>
  digestOfTuple(principal, operation, rule.metric, rule.windowMs, key);

const mostNames = 1000;

/** The same, remembered for the windows that are in use. */
export const createWindowNames = (): ((request: ReservationRequest) => string) => {
  const names = new Map<string, string>();
  return (request) => {
    const { principal, operation, key, rule } = request;
    const { metric, windowMs } = rule;
    // The lengths keep apart what would read the same when put together.
    const text = `${principal.length}.${operation.length}.${metric.length}.${windowMs}:${principal}${operation}${metric}${key}`;
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= mostNames) names.clear();
    const name = windowName(request);
    names.set(text, name);
    return name;
  };
};
