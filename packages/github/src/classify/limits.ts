import { fail, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { readRateLimit, readRetryAfterMs, readSaid } from '@recourse/upstream';
import type { UpstreamAnswer } from '@recourse/upstream';

/** GitHub asks for at least a minute where it does not say how long. */
const shortestSecondaryMs = 60_000;

const perMinute: ReadonlySet<string> = new Set(['search', 'code_search']);

/** The page that a secondary limit points to, under its present name and its old one. */
const secondaryPage = /(?:secondary-rate-limits|abuse-rate-limits)$/;

const isSecondary = ({ body }: UpstreamAnswer): boolean => {
  const page = isJsonObject(body) ? body['documentation_url'] : undefined;
  return typeof page === 'string' && secondaryPage.test(page);
};

const isSpent = ({ headers }: UpstreamAnswer): boolean => readRateLimit(headers, 0).remaining === 0;

/** Whether a limit refused: in this order `Retry-After`, nothing remaining, the page that the answer points to. */
export const isLimit = (answer: UpstreamAnswer): boolean => {
  if (answer.status === 429) return true;
  if (answer.status !== 403) return false;
  return Boolean(answer.headers.get('retry-after')) || isSpent(answer) || isSecondary(answer);
};

/** Which limit it is, how it stands, and when to come back. */
export const limitFailure = (answer: UpstreamAnswer, now: number): Failure => {
  const said = readSaid(answer);
  const waitMs = readRetryAfterMs(answer.headers, now);
  const { limit, remaining, resetsAt, name } = readRateLimit(answer.headers, now);
  if (isSecondary(answer) || !isSpent(answer)) {
    // The other headers tell of the primary limit, of which enough is left.
    const waited = waitMs ?? shortestSecondaryMs;
    return fail('RATE_LIMIT_EXCEEDED', { limit_name: 'secondary', ...timesOf(now + waited, waited), ...said });
  }
  const until = resetsAt ?? now + (waitMs ?? shortestSecondaryMs);
  return fail('RATE_LIMIT_EXCEEDED', {
    limit,
    remaining,
    window: name && perMinute.has(name) ? 'minute' : 'hour',
    ...(name !== undefined && { limit_name: name }),
    ...timesOf(until, waitMs ?? Math.max(0, until - now)),
    ...said,
  });
};

const timesOf = (resetsAt: number, waitMs: number) => ({
  resets_at: new Date(resetsAt).toISOString(),
  retry_after_seconds: Math.ceil(waitMs / 1000),
});
