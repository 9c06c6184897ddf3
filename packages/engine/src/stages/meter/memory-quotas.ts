import type { Quotas, Reservation, ReservationRequest } from './quotas.ts';
import { SlidingWindow } from './sliding-window.ts';

/** How one window stands. */
interface MemoryWindow {
  readonly principal: string;
  readonly operation: string;
  readonly metric: string;
  readonly key: string;
  readonly windowMs: number;
  readonly calls: number;
  /** When the oldest call that counts was made. */
  readonly oldest: number | null;
  readonly grantedUntil: number;
}

interface MemoryQuotas extends Quotas {
  /** Every window that is still known, in no particular order. */
  windows(): readonly MemoryWindow[];
}

interface Known {
  readonly number: number;
  readonly request: ReservationRequest;
  readonly window: SlidingWindow;
}

/** Quotas within one process. Windows that have emptied are dropped. */
export const createMemoryQuotas = (now: () => number = Date.now, most = 10_000): MemoryQuotas => {
  const windows = new Map<string, Known>();
  /** The same by number, for reservations: an id names its window and its place there. */
  const numbered = new Map<number, Known>();
  let opened = 0;
  let refused = 0;

  const windowOf = (request: ReservationRequest): Known => {
    const name = nameOf(request);
    const known = windows.get(name);
    if (known) return known;
    // Before the new window is in: it is still empty, and would be dropped with its first call uncounted.
    if (windows.size >= most) sweep();
    opened += 1;
    const entry: Known = { number: opened, request, window: new SlidingWindow(request.rule.windowMs) };
    windows.set(name, entry);
    numbered.set(opened, entry);
    return entry;
  };

  const sweep = (): void => {
    for (const [name, { number, window }] of windows) {
      if (window.countAt(now()) > 0) continue;
      windows.delete(name);
      numbered.delete(number);
    }
  };

  const reserve = (request: ReservationRequest): Reservation => {
    const { rule } = request;
    const { number, window } = windowOf(request);
    const at = now();
    const current = window.countAt(at) + 1;
    const resets_at = (window.oldest() ?? at) + rule.windowMs;
    if (rule.stop !== undefined && current > rule.stop) {
      refused += 1;
      // There is no place before the first: such an id gives nothing back.
      return { id: `${number}:-${refused}`, current: current - 1, over: 'stop', resets_at };
    }
    const id = `${number}:${window.add(at)}`;
    const paused = rule.pause !== undefined && current > rule.pause && window.grantedUntil <= at;
    const warned = rule.warn !== undefined && current > rule.warn;
    return { id, current, over: paused ? 'pause' : warned ? 'warn' : 'none', resets_at };
  };

  return {
    reserve: (request) => Promise.resolve(reserve(request)),
    giveBack: (id) => {
      const [number = '', place = ''] = id.split(':');
      numbered.get(Number(number))?.window.giveBack(Number(place));
      return Promise.resolve();
    },
    grant: (request) => {
      const { window } = windowOf(request);
      window.grantedUntil = (window.oldest() ?? now()) + request.rule.windowMs;
      return Promise.resolve();
    },
    windows: () => [...windows.values()].map((known) => describeWindow(known, now())),
  };
};

/** One text for each window. The lengths keep apart what would read the same when put together. */
const nameOf = ({ principal, operation, rule: { metric, windowMs }, key }: ReservationRequest): string =>
  `${principal.length}.${operation.length}.${metric.length}.${windowMs}:${principal}${operation}${metric}${key}`;

const describeWindow = ({ request, window }: Known, now: number): MemoryWindow => {
  const { principal, operation, rule, key } = request;
  const calls = window.countAt(now);
  return {
    principal,
    operation,
    metric: rule.metric,
    key,
    windowMs: rule.windowMs,
    calls,
    oldest: window.oldest() ?? null,
    grantedUntil: window.grantedUntil,
  };
};
