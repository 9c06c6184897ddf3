import type { Outcome } from '@recourse/contract';
import type { Claim, ClaimRequest, Replays } from './replays.ts';

interface Entry {
  readonly id: string;
  readonly scope: string;
  readonly digest: string;
  readonly first_used_at: number;
  readonly retentionMs: number;
  readonly bound: number;
  started_at: number | null;
  outcome: Outcome | null;
  settled_at: number;
  expires: number;
}

/**
 * Replays within one process. Nobody outlives it, so a claim without an outcome is in flight, or past its bound. The
 * oldest settled outcome is dropped first.
 */
export const createMemoryReplays = (now: () => number = Date.now, most = 10_000): Replays => {
  const byScope = new Map<string, Entry>();
  const byId = new Map<string, Entry>();
  let claims = 0;

  const forget = (entry: Entry): void => {
    byId.delete(entry.id);
    if (byScope.get(entry.scope) === entry) byScope.delete(entry.scope);
  };

  const sweep = (): void => {
    for (const entry of byScope.values()) {
      const overfull = byScope.size > most && entry.expires !== Infinity;
      if (overfull || entry.expires <= now()) forget(entry);
      else if (byScope.size <= most) return;
    }
  };

  const claim = (request: ClaimRequest): Claim => {
    const scope = JSON.stringify([request.principal, request.operation, request.key]);
    const known = byScope.get(scope);
    if (known && known.expires > now()) {
      const answer = answerOf(known, request, now());
      if (answer) return answer;
    }
    if (known) forget(known);
    const entry: Entry = {
      id: String((claims += 1)),
      scope,
      digest: request.digest,
      first_used_at: now(),
      retentionMs: request.retentionMs,
      bound: now() + request.boundMs,
      started_at: null,
      outcome: null,
      settled_at: 0,
      expires: Infinity,
    };
    byScope.set(scope, entry);
    byId.set(entry.id, entry);
    sweep();
    return { state: 'claimed', id: entry.id };
  };

  return {
    claim: (request) => Promise.resolve(claim(request)),
    begin: async (id) => {
      const entry = byId.get(id);
      if (entry) entry.started_at = now();
    },
    settle: async (id, outcome) => {
      const entry = byId.get(id);
      if (!entry) return false;
      entry.outcome = outcome;
      entry.settled_at = now();
      entry.expires = hasUnknownEffect(outcome) ? Infinity : now() + entry.retentionMs;
      return true;
    },
    release: async (id) => {
      const entry = byId.get(id);
      if (entry) forget(entry);
    },
    owns: (id) => Promise.resolve(byId.get(id)?.outcome === null),
  };
};

/** Only outcomes with a known effect settle a key. */
const hasUnknownEffect = (outcome: Outcome): boolean => !outcome.ok && outcome.effect === 'unknown';

/** The answer of a known key, or undefined if the call may claim it. */
const answerOf = (entry: Entry, request: ClaimRequest, at: number): Claim | undefined => {
  if (entry.digest !== request.digest) return { state: 'conflict', first_used_at: entry.first_used_at };
  const { outcome } = entry;
  if (outcome && !hasUnknownEffect(outcome)) return { state: 'stored', outcome };
  const ended = outcome !== null;
  const started_at = entry.started_at ?? entry.first_used_at;
  if (!ended && entry.bound > at) return { state: 'in_flight', started_at, now: at };
  if (request.idempotent || request.reopen === entry.id) return undefined;
  const heard = ended ? entry.settled_at : entry.bound;
  const lost = { state: 'lost', id: entry.id, started_at, last_heard_at: heard, ended, silent_since: heard } as const;
  return { ...lost, now: at, ...(outcome && { outcome }) };
};
