import { fail, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { readRateLimit, readRetryAfterMs, readSaid } from '@recourse/upstream';
import type { UpstreamAnswer } from '@recourse/upstream';

/** GitHub asks for at least a minute where it does not say how long. */
export const shortestSecondaryMs = 60_000;

/** The wait if an announced reset is over and no date shows by how much our clock is ahead. */
const shortestPrimaryMs = 1000;
/** GitHub's longest window. */
const windowMs = 3_600_000;

const perMinute: ReadonlySet<string> = new Set(['search', 'code_search']);

/** The page that a secondary limit points to, under its present name and its old one. */
const secondaryPage = /(?:secondary-rate-limits|abuse-rate-limits)$/;

/** Whether an answer points to GitHub's page about secondary limits. */
export const isSecondary = ({ body }: UpstreamAnswer): boolean => {
  const page = isJsonObject(body) ? body['documentation_url'] : undefined;
  return typeof page === 'string' && secondaryPage.test(page);
};

/** Whether an answer says that nothing remains of the primary limit. */
export const isSpent = ({ headers }: UpstreamAnswer): boolean => readRateLimit(headers, 0).remaining === 0;

/** Whether a limit refused: in this order `Retry-After`, nothing remaining, the page that the answer points to. */
export const isLimit = (answer: UpstreamAnswer): boolean => {
  if (answer.status === 429) return true;
  if (answer.status !== 403) return false;
  return Boolean(answer.headers.get('retry-after')) || isSpent(answer) || isSecondary(answer);
};

/**
 * When a primary limit that has just refused ends by our clock. It is not over yet, so if our clock is ahead of the
 * announced reset, the date of the answer tells how long it lasts.
 */
export const endOfPrimary = ({ headers }: UpstreamAnswer, now: number): number | undefined => {
  const { resetsAt } = readRateLimit(headers, now);
  if (resetsAt === undefined || resetsAt > now) return resetsAt;
  const left = resetsAt - Date.parse(headers.get('date') ?? '');
  return now + Math.min(Math.max(shortestPrimaryMs, left || 0), windowMs);
};

/** Names the limit, the calls left of it, and when to call again. */
export const limitFailure = (answer: UpstreamAnswer, now: number): Failure => {
  const said = readSaid(answer);
  const waitMs = readRetryAfterMs(answer.headers, now);
  const { limit, remaining, name } = readRateLimit(answer.headers, now);
  if (isSecondary(answer) || !isSpent(answer)) {
    // The other headers tell of the primary limit, of which enough is left.
    const waited = waitMs ?? shortestSecondaryMs;
    return fail('RATE_LIMIT_EXCEEDED', { limit_name: 'secondary', ...timesOf(now + waited, waited), ...said });
  }
  const until = endOfPrimary(answer, now) ?? now + (waitMs ?? shortestSecondaryMs);
  return fail('RATE_LIMIT_EXCEEDED', {
    limit,
    remaining,
    window: windowOf(name),
    ...(name !== undefined && { limit_name: name }),
    ...timesOf(until, waitMs ?? Math.max(0, until - now)),
    ...said,
  });
};

/** A limit that is known to be exhausted. */
interface KnownLimit {
  readonly name: string;
  readonly until: number;
  readonly limit?: number | undefined;
}

/** The failure of a request that is not sent, because GitHub would refuse it. */
export const refusedLocally = ({ name, until, limit }: KnownLimit, now: number): Failure =>
  fail('RATE_LIMIT_EXCEEDED', {
    ...(limit !== undefined && { limit, remaining: 0, window: windowOf(name) }),
    limit_name: name,
    ...timesOf(until, until - now),
  });

const windowOf = (name: string | undefined): 'minute' | 'hour' =>
  name !== undefined && perMinute.has(name) ? 'minute' : 'hour';

const timesOf = (resetsAt: number, waitMs: number) => ({
  resets_at: new Date(resetsAt).toISOString(),
  retry_after_seconds: Math.ceil(waitMs / 1000),
});
