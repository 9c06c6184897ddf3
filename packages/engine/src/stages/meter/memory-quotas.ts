import { randomUUID } from 'node:crypto';
import type { Quotas, Reservation, ReservationRequest } from './quotas.ts';

interface Counted {
  readonly id: string;
  readonly at: number;
}

interface Window {
  counted: Counted[];
  granted_until: number;
  windowMs: number;
}

/** Quotas within one process. Windows that have emptied are dropped. */
export const createMemoryQuotas = (now: () => number = Date.now, most = 10_000): Quotas => {
  const windows = new Map<string, Window>();
  const places = new Map<string, Window>();

  const windowOf = (request: ReservationRequest): Window => {
    const name = JSON.stringify([
      request.principal,
      request.operation,
      request.rule.metric,
      request.rule.windowMs,
      request.key,
    ]);
    const known = windows.get(name);
    if (known) return known;
    // Before the new window is in: it is still empty, and would be dropped with its first call uncounted.
    if (windows.size >= most) sweep();
    const window: Window = { counted: [], granted_until: 0, windowMs: request.rule.windowMs };
    windows.set(name, window);
    return window;
  };

  const trim = (window: Window): void => {
    const since = now() - window.windowMs;
    const gone = window.counted.findIndex(({ at }) => at > since);
    const dropped = gone === -1 ? window.counted.splice(0) : window.counted.splice(0, gone);
    for (const { id } of dropped) places.delete(id);
  };

  const sweep = (): void => {
    for (const [name, window] of windows) {
      trim(window);
      if (window.counted.length === 0) windows.delete(name);
    }
  };

  const reserve = (request: ReservationRequest): Reservation => {
    const window = windowOf(request);
    trim(window);
    const { rule } = request;
    const resets_at = (window.counted[0]?.at ?? now()) + rule.windowMs;
    const current = window.counted.length + 1;
    const id = randomUUID();
    if (rule.stop !== undefined && current > rule.stop) return { id, current: current - 1, over: 'stop', resets_at };
    window.counted.push({ id, at: now() });
    places.set(id, window);
    const paused = rule.pause !== undefined && current > rule.pause && window.granted_until <= now();
    const warned = rule.warn !== undefined && current > rule.warn;
    return { id, current, over: paused ? 'pause' : warned ? 'warn' : 'none', resets_at };
  };

  return {
    reserve: (request) => Promise.resolve(reserve(request)),
    giveBack: async (id) => {
      const window = places.get(id);
      places.delete(id);
      if (window) window.counted = window.counted.filter((counted) => counted.id !== id);
    },
    grant: async (request) => {
      const window = windowOf(request);
      window.granted_until = (window.counted[0]?.at ?? now()) + request.rule.windowMs;
    },
  };
};
