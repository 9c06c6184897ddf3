import type { ReservationRequest, Standing } from './quotas.ts';
import { SlidingWindow } from './sliding-window.ts';

/** The state of one window. */
export interface MemoryWindow {
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

interface Known {
  readonly number: number;
  readonly request: ReservationRequest;
  readonly window: SlidingWindow;
}

/** The quotas of one process, by the names of their windows. Windows that have emptied are dropped. */
export class MemoryQuotas {
  readonly #now: () => number;
  readonly #most: number;
  readonly #windows = new Map<string, Known>();
  /** The same by number, for reservations: an id names its window and its place there. */
  readonly #numbered = new Map<number, Known>();
  #opened = 0;

  constructor(now: () => number, most: number) {
    this.#now = now;
    this.#most = most;
  }

  /** The state of a quota with one more call, after so many others of the same admission. Counts nothing. */
  judge(name: string, { rule }: ReservationRequest, others: number): Standing {
    const { windowMs, warn, pause, stop } = rule;
    const window = this.#windows.get(name)?.window;
    const at = this.#now();
    const current = (window?.countAt(at) ?? 0) + others + 1;
    const resets_at = (window?.oldest() ?? at) + windowMs;
    if (stop !== undefined && current > stop) return { current: current - 1, over: 'stop', resets_at };
    const paused = pause !== undefined && current > pause && (window?.grantedUntil ?? 0) <= at;
    const warned = warn !== undefined && current >= warn;
    return { current, over: paused ? 'pause' : warned ? 'warn' : 'none', resets_at };
  }

  /** Counts a call and returns the id that takes it out again. */
  count(name: string, request: ReservationRequest): string {
    const { number, window } = this.#open(name, request);
    return `${number}:${window.add(this.#now())}`;
  }

  giveBack(id: string): void {
    const [number = '', place = ''] = id.split(':');
    this.#numbered.get(Number(number))?.window.giveBack(Number(place));
  }

  /** Lifts the pause until the window ends or the stop is reached. */
  grant(name: string, request: ReservationRequest): void {
    const { window } = this.#open(name, request);
    window.grantedUntil = (window.oldest() ?? this.#now()) + request.rule.windowMs;
  }

  /** Every window that is still known, in no particular order. */
  windows(): readonly MemoryWindow[] {
    return [...this.#windows.values()].map((known) => describeWindow(known, this.#now()));
  }

  #open(name: string, request: ReservationRequest): Known {
    const known = this.#windows.get(name);
    if (known) return known;
    // Before the new window is added: it is still empty, and would be dropped.
    if (this.#windows.size >= this.#most) this.#sweep();
    this.#opened += 1;
    const entry: Known = { number: this.#opened, request, window: new SlidingWindow(request.rule.windowMs) };
    this.#windows.set(name, entry);
    this.#numbered.set(this.#opened, entry);
    return entry;
  }

  #sweep(): void {
    for (const [name, { number, window }] of this.#windows) {
      if (window.countAt(this.#now()) > 0) continue;
      this.#windows.delete(name);
      this.#numbered.delete(number);
    }
  }
}

/** The name of a window. The lengths keep apart what would read the same when put together. */
export const nameOf = ({ principal, operation, rule: { metric, windowMs }, key }: ReservationRequest): string =>
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
