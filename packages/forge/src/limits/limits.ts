import { Refusal } from '../answers/refusal.ts';
import type { Bucket, LimitSettings } from './limit-settings.ts';
import { PrimaryLimit, type Allowance } from './primary-limit.ts';
import { SecondaryLimit } from './secondary-limit.ts';

const docs = 'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api';

/** Counts requests and refuses what is too much, in GitHub's words and headers. */
export class Limits {
  readonly #primary: PrimaryLimit | undefined;
  readonly #secondary: SecondaryLimit | undefined;
  readonly #settings: LimitSettings;

  constructor(settings: LimitSettings) {
    this.#settings = settings;
    this.#primary = settings.primary && new PrimaryLimit(settings.primary);
    this.#secondary = settings.secondary && new SecondaryLimit(settings.secondary);
  }

  /** Counts the request against the bucket, or throws. */
  charge(caller: string, bucket: Bucket, nowMs: number): void {
    if (this.#primary?.take(caller, bucket, nowMs) === false) throw this.exhausted(caller, this.#settings.status);
  }

  giveBack(caller: string, bucket: Bucket, nowMs: number): void {
    this.#primary?.giveBack(caller, bucket, nowMs);
  }

  leave(caller: string, bucket: Bucket, remaining: number, nowMs: number): void {
    this.#primary?.leave(caller, bucket, remaining, nowMs);
  }

  look(caller: string, bucket: Bucket, nowMs: number): Allowance | undefined {
    return this.#primary?.look(caller, bucket, nowMs);
  }

  /** Notes that a request runs; the answer ends it. */
  enter(caller: string, method: string, nowMs: number): () => void {
    const entered = this.#secondary?.enter(caller, method, nowMs);
    if (entered === undefined) return () => {};
    if ('leave' in entered) return () => entered.leave();
    throw this.tooFast(this.#settings.status, entered.retryAfterSeconds);
  }

  exhausted(caller: string, status: 403 | 429): Refusal {
    const who = caller.startsWith('ip:') ? caller.slice(3) : `user ID ${caller.split(':')[1]}`;
    return new Refusal(status, `API rate limit exceeded for ${who}.`, { documentation: docs });
  }

  tooFast(status: 403 | 429, retryAfterSeconds: number | undefined): Refusal {
    return new Refusal(
      status,
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
      {
        documentation: `${docs}#about-secondary-rate-limits`,
        headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
      },
    );
  }

  headers(caller: string, bucket: Bucket, nowMs: number): Record<string, string> {
    const allowance = this.look(caller, bucket, nowMs);
    if (allowance === undefined) return {};
    return {
      'x-ratelimit-limit': String(allowance.limit),
      'x-ratelimit-remaining': String(allowance.remaining),
      'x-ratelimit-used': String(allowance.used),
      'x-ratelimit-reset': String(allowance.reset),
      'x-ratelimit-resource': bucket,
    };
  }
}
