import { randomUUID } from 'node:crypto';
import type { Outcome } from '@recourse/contract';
import type { Claim, ClaimRequest, Replays } from './replays.ts';

interface Entry {
  readonly id: string;
  readonly scope: string;
  readonly digest: string;
  readonly first_used_at: number;
  readonly retentionMs: number;
  started_at: number | null;
  lease_ends: number;
  outcome: Outcome | null;
  expires: number;
}

/** Replays within one process. Growth is bounded: the oldest settled outcome goes first. */
export const createMemoryReplays = (now: () => number = Date.now, most = 10_000): Replays => {
  const byScope = new Map<string, Entry>();
  const byId = new Map<string, Entry>();

  const forget = (entry: Entry): void => {
    byId.delete(entry.id);
    if (byScope.get(entry.scope) === entry) byScope.delete(entry.scope);
  };

  const sweep = (): void => {
    for (const entry of byScope.values()) {
      const overfull = byScope.size > most && entry.outcome !== null;
      if (overfull || (entry.outcome !== null && entry.expires <= now())) forget(entry);
      else if (byScope.size <= most) return;
    }
  };

  const claim = (request: ClaimRequest): Claim => {
    const scope = JSON.stringify([request.principal, request.operation, request.key]);
    const known = byScope.get(scope);
    if (known && !(known.outcome !== null && known.expires <= now())) {
      const answer = answerOf(known, request, now());
      if (answer) return answer;
    }
    if (known) forget(known);
    const entry: Entry = {
      id: randomUUID(),
      scope,
      digest: request.digest,
      first_used_at: now(),
      retentionMs: request.retentionMs,
      started_at: null,
      lease_ends: now() + request.leaseMs,
      outcome: null,
      expires: Infinity,
    };
    byScope.set(scope, entry);
    byId.set(entry.id, entry);
    sweep();
    return { state: 'claimed', id: entry.id };
  };

  return {
    claim: (request) => Promise.resolve(claim(request)),
    begin: async (id, leaseMs) => {
      const entry = byId.get(id);
      if (!entry) return;
      entry.started_at = now();
      entry.lease_ends = now() + leaseMs;
    },
    renew: async (id, leaseMs) => {
      const entry = byId.get(id);
      if (entry) entry.lease_ends = now() + leaseMs;
    },
    settle: async (id, outcome) => {
      const entry = byId.get(id);
      if (!entry) return;
      entry.outcome = outcome;
      entry.expires = now() + entry.retentionMs;
    },
    release: async (id) => {
      const entry = byId.get(id);
      if (entry) forget(entry);
    },
  };
};

/** What a known key answers; nothing where its claim has lapsed and may be taken over. */
const answerOf = (entry: Entry, request: ClaimRequest, now: number): Claim | undefined => {
  if (entry.digest !== request.digest) return { state: 'conflict', first_used_at: entry.first_used_at };
  if (entry.outcome) return { state: 'stored', outcome: entry.outcome };
  if (entry.lease_ends > now) {
    return { state: 'in_flight', started_at: entry.first_used_at, retryAfterMs: Math.max(1, entry.lease_ends - now) };
  }
  const mayRepeat = entry.started_at === null || request.idempotent;
  return mayRepeat ? undefined : { state: 'lost', started_at: entry.started_at ?? entry.first_used_at };
};
