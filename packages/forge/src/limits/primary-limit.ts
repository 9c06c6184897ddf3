import type { Bucket, BucketLimit } from './limit-settings.ts';

export interface Allowance {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

interface Window {
  used: number;
  endsAtMs: number;
}

const maxCallers = 10_000;

/** Fixed windows for each caller and bucket, as GitHub counts them. Kept in memory: a restart forgives. */
export class PrimaryLimit {
  readonly #limits: Readonly<Record<Bucket, BucketLimit>>;
  readonly #windows = new Map<string, Window>();

  constructor(limits: Readonly<Record<Bucket, BucketLimit>>) {
    this.#limits = limits;
  }

  look(caller: string, bucket: Bucket, nowMs: number): Allowance {
    const limit = this.#limitOf(caller, bucket);
    const window = this.#windows.get(`${bucket} ${caller}`);
    const live = window && window.endsAtMs > nowMs ? window : undefined;
    const used = Math.min(live?.used ?? 0, limit);
    const endsAtMs = live?.endsAtMs ?? nowMs + this.#limits[bucket].windowMs;
    return { limit, used, remaining: limit - used, reset: Math.ceil(endsAtMs / 1000) };
  }

  /** Counts one request; false when nothing was left. */
  take(caller: string, bucket: Bucket, nowMs: number): boolean {
    if (this.look(caller, bucket, nowMs).remaining <= 0) return false;
    this.#open(caller, bucket, nowMs).used += 1;
    return true;
  }

  /** A request that turned out to be free of charge. */
  giveBack(caller: string, bucket: Bucket, nowMs: number): void {
    const window = this.#open(caller, bucket, nowMs);
    window.used = Math.max(0, window.used - 1);
  }

  leave(caller: string, bucket: Bucket, remaining: number, nowMs: number): void {
    this.#open(caller, bucket, nowMs).used = Math.max(0, this.#limitOf(caller, bucket) - remaining);
  }

  #open(caller: string, bucket: Bucket, nowMs: number): Window {
    const key = `${bucket} ${caller}`;
    const known = this.#windows.get(key);
    if (known && known.endsAtMs > nowMs) return known;
    if (this.#windows.size >= maxCallers) this.#windows.clear();
    const window = { used: 0, endsAtMs: nowMs + this.#limits[bucket].windowMs };
    this.#windows.set(key, window);
    return window;
  }

  #limitOf(caller: string, bucket: Bucket): number {
    return this.#limits[bucket][caller.startsWith('ip:') ? 'anonymous' : 'authenticated'];
  }
}
