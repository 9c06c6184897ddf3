import type { JsonObject } from '@recourse/contract';
import type { RateLimit } from '@recourse/upstream';

/** Announcements of one window differ by this much: the upstream counts in seconds, and answers take their time. */
const sameWindowMs = 2000;

/** No upstream's word binds for longer. */
const longestMs = 31 * 86_400_000;

/** Why a pool of requests is closed, and until when. */
export interface Closed {
  readonly limit: number | undefined;
  readonly until: number;
  readonly window: RateLimit['window'] | undefined;
}

/** The state of a limit, as agents read it. */
export interface Standing extends JsonObject {
  readonly limit?: number;
  readonly remaining?: number;
  readonly window?: string;
  readonly resets_at?: string;
}

/** The limit that an upstream announces for one pool of requests, and the number of our requests under way in it. */
export class AnnouncedLimit {
  #limit: number | undefined;
  #remaining: number | undefined;
  #resetsAt = 0;
  #window: RateLimit['window'];
  #blockedUntil = 0;
  #underWay = 0;

  /** Remembers an announcement. Answers overtake each other: within one window the lowest one holds. */
  learn({ limit, remaining, resetsAt, window }: RateLimit, now: number): void {
    this.#limit = limit ?? this.#limit;
    this.#window = window ?? this.#window;
    if (remaining === undefined || resetsAt === undefined || resetsAt > now + longestMs) return;
    const same = this.#resetsAt > now && Math.abs(resetsAt - this.#resetsAt) < sameWindowMs;
    this.#remaining = same && this.#remaining !== undefined ? Math.min(remaining, this.#remaining) : remaining;
    this.#resetsAt = same ? Math.max(resetsAt, this.#resetsAt) : resetsAt;
  }

  /** The upstream accepts no requests until then. */
  block(until: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, until);
  }

  closed(now: number): Closed | undefined {
    const limit = { limit: this.#limit, window: this.#window };
    if (this.#blockedUntil > now) return { ...limit, until: this.#blockedUntil };
    if (this.#resetsAt <= now || this.#remaining === undefined || this.#remaining > this.#underWay) return undefined;
    // Requests under way may have been counted already; their answers will tell in a moment.
    return { ...limit, until: this.#remaining > 0 ? Math.min(this.#resetsAt, now + 1000) : this.#resetsAt };
  }

  /** The state according to the last announcement; undefined once that window is over. */
  standing(now: number): Standing | undefined {
    const until = Math.max(this.#blockedUntil, this.#resetsAt);
    if (until <= now) return undefined;
    const remaining = this.#blockedUntil > now ? 0 : this.#remaining;
    return {
      ...(this.#limit !== undefined && { limit: this.#limit }),
      ...(remaining !== undefined && { remaining }),
      ...(this.#window && { window: this.#window }),
      resets_at: new Date(until).toISOString(),
    };
  }

  began(): void {
    this.#underWay += 1;
  }

  ended(): void {
    this.#underWay -= 1;
  }
}
