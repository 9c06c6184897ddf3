import { expect, it } from 'vitest';
import { readRateLimit } from './rate-limit.ts';
import { readRetryAfterMs } from './retry-after.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const retryAfter = (value: string) => readRetryAfterMs(new Headers({ 'retry-after': value }), now);

it.each([
  ['0', 0],
  ['7', 7000],
  ['1.5', 1500],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 11:59:30 GMT', 0],
  ['99999999999', 31 * 24 * 3_600_000],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
])("reads Retry-After '%s' as %s ms", (value, ms) => {
  expect(retryAfter(value)).toBe(ms);
});

it.each([
  ['x-ratelimit-', String(now / 1000 + 60), now + 60_000],
  ['ratelimit-', '60', now + 60_000],
  ['x-rate-limit-', String(now + 60_000), now + 60_000],
])('reads the headers that begin with %s', (prefix, reset, resetsAt) => {
  const headers = new Headers({ [`${prefix}limit`]: '30', [`${prefix}remaining`]: '29', [`${prefix}reset`]: reset });
  expect(readRateLimit(headers, now)).toEqual({ limit: 30, remaining: 29, resetsAt });
});

it('leaves out what is no number', () => {
  const headers = new Headers({
    'x-ratelimit-limit': 'many',
    'x-ratelimit-remaining': '-1',
    'x-ratelimit-reset': '1e300',
    'x-ratelimit-resource': 'a b',
  });
  expect(readRateLimit(headers, now)).toEqual({});
});
