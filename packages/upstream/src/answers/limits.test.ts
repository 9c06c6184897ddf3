import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classifyAnswer } from './classify-answer.ts';
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

it('leaves out values that are not numbers', () => {
  const headers = new Headers({
    'x-ratelimit-limit': 'many',
    'x-ratelimit-remaining': '-1',
    'x-ratelimit-reset': '1e300',
    'x-ratelimit-resource': 'a b',
  });
  expect(readRateLimit(headers, now)).toEqual({});
});

it.each<[string, string | undefined, object]>([
  ['"default";r=0;t=30', undefined, { remaining: 0, resetsAt: now + 30_000, name: 'default' }],
  ['"default";r=0', '"default";q=100;w=60', { limit: 100, remaining: 0, name: 'default', window: 'minute' }],
  ['default;r=7', '"other";q=5;w=1, "default";q=50', { limit: 50, remaining: 7, name: 'default' }],
  ['"a";r=9;t=5, "b";r=2;t=9', undefined, { remaining: 2, resetsAt: now + 9000, name: 'b' }],
  ['"a";r=9, "b";r=2', '"a";q=10;w=1,"b";q=20;w=60', { limit: 20, remaining: 2, name: 'b', window: 'minute' }],
  ['"a";r=0;t=5, "b";r=0;t=9', undefined, { remaining: 0, resetsAt: now + 9000, name: 'b' }],
  ['"a, b; r=0";r=3', undefined, { remaining: 3 }],
  ['"a";r=3;pk=:cHJvag==:;t=4', undefined, { remaining: 3, resetsAt: now + 4000, name: 'a' }],
  ['limit=100, remaining=0, reset=30', undefined, { limit: 100, remaining: 0, resetsAt: now + 30_000 }],
  ['limit=100, remaining=50', '100;w=60', { limit: 100, remaining: 50, window: 'minute' }],
  ['limit=10,remaining=1', '100;w=86400, 10;w=1', { limit: 10, remaining: 1, window: 'second' }],
  ['"a";r=1;t=9999999999', undefined, { remaining: 1, name: 'a' }],
  ['"a";r=-1;t=5', undefined, {}],
  ['"a";r="many"', undefined, {}],
  ['""""', undefined, {}],
  ['', undefined, {}],
])('reads the field RateLimit: %s with policy %s', (field, policy, stand) => {
  const headers = new Headers({ ratelimit: field, ...(policy !== undefined && { 'ratelimit-policy': policy }) });
  expect(readRateLimit(headers, now)).toEqual(stand);
});

it('prefers the headers with one number each, and reads a number before its policies', () => {
  const headers = new Headers({
    ratelimit: '"a";r=5;t=5',
    'x-ratelimit-remaining': '0',
    'ratelimit-limit': '10, 10;w=1',
  });
  expect(readRateLimit(headers, now)).toEqual({ limit: 10, remaining: 0, resetsAt: now + 5000, name: 'a' });
});

it('accepts any content of the fields', () => {
  const pieces = fc.array(fc.constantFrom('"', ',', ';', 'r=', 't=', '1', 'limit=', ' '), { maxLength: 300 });
  const texts = fc.oneof(
    fc.string(),
    pieces.map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, texts, (field, policy) => {
      const fields: Readonly<Record<string, string>> = { ratelimit: field, 'ratelimit-policy': policy };
      const stand = readRateLimit({ get: (name) => fields[name] }, now);
      for (const value of Object.values(stand)) expect(value).not.toBeNaN();
    }),
  );
});

it('takes a 403 with nothing left by the one field for a limit', () => {
  const headers = new Headers({ ratelimit: '"hourly";r=0;t=30', 'ratelimit-policy': '"hourly";q=60;w=3600' });
  expect(classifyAnswer({ status: 403, headers }, { method: 'GET' }, now)).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    retry_after_ms: 30_000,
    details: { limit: 60, remaining: 0, window: 'hour', retry_after_seconds: 30, limit_name: 'hourly' },
  });
});
