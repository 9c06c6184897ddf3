import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';

/** How many sessions there may be, and how long an unused one is kept. */
export interface SessionLimits {
  /** Open sessions of all callers. */
  readonly sessions: number;
  /** Open sessions of one principal, so that no caller takes the places of the others. */
  readonly sessionsPerPrincipal: number;
  readonly sessionIdleMs: number;
}

/** A session as the limits see it. */
interface Place {
  readonly principal: string | undefined;
  readonly usedAt: number;
}

/** Refuses a session beyond the limits. `places` are the open sessions and those whose handshake is not answered yet. */
export const refuseSession = (
  places: Iterable<Place>,
  principal: string | undefined,
  limits: SessionLimits,
): Failure | undefined => {
  const all = [...places];
  const own = all.filter((place) => place.principal === principal);
  const retry_after_ms = waitMs(own.length > 0 ? own : all, limits);
  if (own.length >= limits.sessionsPerPrincipal) {
    const limit = limits.sessionsPerPrincipal;
    const message = `This caller already has ${limit} sessions`;
    const hint = `End a session with DELETE, or open a new one after ${Math.ceil(retry_after_ms / 1000)} s.`;
    return fail('RATE_LIMIT_CONCURRENCY', { limit, of: 'sessions' }, { retry_after_ms, message, hint });
  }
  return all.length < limits.sessions
    ? undefined
    : fail('RATE_LIMIT_CONCURRENCY', { limit: limits.sessions, of: 'sessions' }, { retry_after_ms });
};

const longestWaitMs = 60_000;

/** The time until the session that was unused for longest ends by itself; any other may end sooner. */
const waitMs = (places: readonly Place[], { sessionIdleMs }: SessionLimits): number => {
  const oldest = Math.min(...places.map(({ usedAt }) => usedAt));
  return Math.min(longestWaitMs, Math.max(1000, oldest + sessionIdleMs - Date.now()));
};
