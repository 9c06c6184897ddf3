import type { SecondarySettings } from './limit-settings.ts';

interface Activity {
  running: number;
  readonly calls: { readonly atMs: number; readonly points: number; readonly content: boolean }[];
}

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** The limits on bursts: how many at once, how many points a minute, how much new content. */
export class SecondaryLimit {
  readonly #settings: SecondarySettings;
  readonly #activities = new Map<string, Activity>();

  constructor(settings: SecondarySettings) {
    this.#settings = settings;
  }

  /** Counts the call and answers how to end it, or the seconds to wait when it is one too many. */
  enter(caller: string, method: string, nowMs: number): { leave(): void } | { readonly retryAfterSeconds: number } {
    const activity = this.#activities.get(caller) ?? { running: 0, calls: [] };
    this.#activities.set(caller, activity);
    while ((activity.calls[0]?.atMs ?? nowMs) < nowMs - hourMs) activity.calls.shift();
    const writes = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
    const lastMinute = activity.calls.filter((call) => call.atMs > nowMs - minuteMs);
    const points = lastMinute.reduce((sum, call) => sum + call.points, writes ? 5 : 1);
    const contentInMinute = lastMinute.filter((call) => call.content).length + (writes ? 1 : 0);
    const contentInHour = activity.calls.filter((call) => call.content).length + (writes ? 1 : 0);
    const tooMany =
      activity.running >= this.#settings.concurrent ||
      points > this.#settings.pointsPerMinute ||
      (writes && contentInMinute > this.#settings.contentPerMinute) ||
      (writes && contentInHour > this.#settings.contentPerHour);
    if (tooMany) return { retryAfterSeconds: this.#settings.retryAfterSeconds };
    activity.running += 1;
    activity.calls.push({ atMs: nowMs, points: writes ? 5 : 1, content: writes });
    return {
      leave: () => {
        activity.running -= 1;
      },
    };
  }
}
