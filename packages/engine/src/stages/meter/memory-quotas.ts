import type { Quotas, Reservation, ReservationRequest } from './quotas.ts';
import { SlidingWindow } from './sliding-window.ts';
import type { Counted } from './sliding-window.ts';

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

/** Quotas within one process. Windows that have emptied are dropped. */
export const createMemoryQuotas = (now: () => number = Date.now, most = 10_000): MemoryQuotas => {
  const windows = new Map<string, SlidingWindow>();
  /** The calls of all windows, by their reservations. */
  const open = new Map<string, { readonly window: SlidingWindow; readonly call: Counted }>();
  let issued = 0;

  const windowOf = (request: ReservationRequest): SlidingWindow => {
    const { rule } = request;
    const name = nameOf(request);
    const known = windows.get(name);
    if (known) return known;
    // Before the new window is in: it is still empty, and would be dropped with its first call uncounted.
    if (windows.size >= most) sweep();
    const window = new SlidingWindow(rule.windowMs, (id) => open.delete(id));
    windows.set(name, window);
    return window;
  };

  const sweep = (): void => {
    for (const [name, window] of windows) if (window.countAt(now()) === 0) windows.delete(name);
  };

  const reserve = (request: ReservationRequest): Reservation => {
    const { rule } = request;
    const window = windowOf(request);
    const at = now();
    const current = window.countAt(at) + 1;
    const resets_at = (window.oldest() ?? at) + rule.windowMs;
    const id = String((issued += 1));
    if (rule.stop !== undefined && current > rule.stop) return { id, current: current - 1, over: 'stop', resets_at };
    open.set(id, { window, call: window.add(id, at) });
    const paused = rule.pause !== undefined && current > rule.pause && window.grantedUntil <= at;
    const warned = rule.warn !== undefined && current > rule.warn;
    return { id, current, over: paused ? 'pause' : warned ? 'warn' : 'none', resets_at };
  };

  return {
    reserve: (request) => Promise.resolve(reserve(request)),
    giveBack: (id) => {
      const place = open.get(id);
      open.delete(id);
      place?.window.giveBack(place.call);
      return Promise.resolve();
    },
    grant: (request) => {
      const window = windowOf(request);
      window.grantedUntil = (window.oldest() ?? now()) + request.rule.windowMs;
      return Promise.resolve();
    },
    windows: () => [...windows].map(([name, window]) => describeWindow(name, window, now())),
  };
};

const nameOf = ({ principal, operation, rule, key }: ReservationRequest): string =>
  JSON.stringify([principal, operation, rule.metric, rule.windowMs, key]);

const describeWindow = (name: string, window: SlidingWindow, now: number): MemoryWindow => {
  const [principal, operation, metric, windowMs, key] = JSON.parse(name) as [string, string, string, number, string];
  const calls = window.countAt(now);
  const oldest = window.oldest() ?? null;
  return { principal, operation, metric, key, windowMs, calls, oldest, grantedUntil: window.grantedUntil };
};
