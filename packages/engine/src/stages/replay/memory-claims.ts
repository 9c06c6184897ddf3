import type { Outcome } from '@recourse/contract';
import type { LostSince } from '../consent/tokens.ts';
import { hasUnknownEffect } from './claims.ts';
import type { ClaimRequest, KnownKey } from './claims.ts';

interface Entry {
  readonly id: string;
  readonly scope: string;
  readonly digest: string;
  readonly started_at: number;
  readonly retentionMs: number;
  readonly bound: number;
  outcome: Outcome | null;
  settled_at: number;
  expires: number;
}

/** A claim that is about to be made. */
export interface NewClaim {
  readonly scope: string;
  readonly digest: string;
  readonly retentionMs: number;
  readonly boundMs: number;
}

/**
 * The claims of one process. None of them outlives it, so a claim without an outcome is in flight, or past its bound.
 * The oldest settled outcome is dropped first.
 */
export class MemoryClaims {
  readonly #now: () => number;
  readonly #most: number;
  readonly #byScope = new Map<string, Entry>();
  readonly #byId = new Map<string, Entry>();
  #claims = 0;

  constructor(now: () => number, most: number) {
    this.#now = now;
    this.#most = most;
  }

  /** The result that a key returns, or undefined if the call may claim it. */
  find(request: ClaimRequest): KnownKey | undefined {
    const known = this.#byScope.get(scopeOf(request));
    return known && known.expires > this.#now() ? answerOf(known, request, this.#now()) : undefined;
  }

  /** The lost claim that a call replaces whose key `find` has found to be free. */
  lostUnder(request: ClaimRequest): string | undefined {
    const known = this.#byScope.get(scopeOf(request));
    return known && known.expires > this.#now() ? known.id : undefined;
  }

  /** Claims a key that `find` has found to be free. */
  take({ scope, digest, retentionMs, boundMs }: NewClaim): string {
    const known = this.#byScope.get(scope);
    if (known) this.#forget(known);
    const at = this.#now();
    const id = String((this.#claims += 1));
    const claimed = { id, scope, digest, started_at: at, retentionMs, bound: at + boundMs };
    const entry: Entry = { ...claimed, outcome: null, settled_at: 0, expires: Infinity };
    this.#byScope.set(scope, entry);
    this.#byId.set(id, entry);
    this.#sweep();
    return id;
  }

  settle(id: string, outcome: Outcome): boolean {
    const entry = this.#byId.get(id);
    if (!entry) return false;
    entry.outcome = outcome;
    entry.settled_at = this.#now();
    entry.expires = hasUnknownEffect(outcome) ? Infinity : this.#now() + entry.retentionMs;
    return true;
  }

  release(id: string): void {
    const entry = this.#byId.get(id);
    if (entry) this.#forget(entry);
  }

  owns(id: string): boolean {
    return this.#byId.get(id)?.outcome === null;
  }

  /** Since when nothing is known of a claim. */
  lostSince(id: string): LostSince | undefined {
    const entry = this.#byId.get(id);
    const answer = entry && answerOf(entry, { digest: entry.digest, idempotent: false }, this.#now());
    return answer?.state === 'lost'
      ? { started_at: answer.started_at, last_heard_at: answer.last_heard_at }
      : undefined;
  }

  #forget(entry: Entry): void {
    this.#byId.delete(entry.id);
    if (this.#byScope.get(entry.scope) === entry) this.#byScope.delete(entry.scope);
  }

  #sweep(): void {
    for (const entry of this.#byScope.values()) {
      const overfull = this.#byScope.size > this.#most && entry.expires !== Infinity;
      if (overfull || entry.expires <= this.#now()) this.#forget(entry);
      else if (this.#byScope.size <= this.#most) return;
    }
  }
}

/** One string for each key of each caller. */
export const scopeOf = ({ principal, operation, key }: ClaimRequest): string =>
  JSON.stringify([principal, operation, key]);

/** The answer of a known key, or undefined if the call may claim it. */
const answerOf = (
  entry: Entry,
  request: Pick<ClaimRequest, 'digest' | 'idempotent' | 'reopen'>,
  at: number,
): KnownKey | undefined => {
  const { outcome, started_at } = entry;
  if (entry.digest !== request.digest) return { state: 'conflict', first_used_at: started_at };
  if (outcome && !hasUnknownEffect(outcome)) return { state: 'stored', outcome };
  const ended = outcome !== null;
  if (!ended && entry.bound > at) return { state: 'in_flight', started_at, now: at };
  if (request.idempotent || request.reopen === entry.id) return undefined;
  const heard = ended ? entry.settled_at : entry.bound;
  const lost = { state: 'lost', id: entry.id, started_at, last_heard_at: heard, ended, silent_since: heard } as const;
  return { ...lost, now: at, ...(outcome && { outcome }) };
};
