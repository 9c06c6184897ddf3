import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endOf, parseBudget, renderBudget } from './budget-state.ts';
import type { BudgetState } from './budget-state.ts';
import { decide } from './decide.ts';
import { learn } from './learn.ts';
import { writeIntervalOf } from './write-interval.ts';

const empty = parseBudget(undefined);
const planned = { bucket: 'core', now: 1000, patienceMs: 10_000, probeMs: 5000 } as const;
const answer = (status: number, headers: Record<string, string>) => ({
  status,
  headers: { get: (name: string) => headers[name] },
  body: {},
});

it('sends one request about an unknown limit, and lets the others wait for its answer', () => {
  const first = decide(empty, planned);
  expect(first).toMatchObject({ kind: 'send', probes: true, waitMs: 0 });
  const next = first.kind === 'send' && first.next ? first.next : empty;
  expect(decide(next, planned)).toEqual({ kind: 'probed' });
  expect(decide(next, { ...planned, bucket: 'search' })).toMatchObject({ kind: 'send' });
  expect(decide(next, { ...planned, now: 6000 })).toMatchObject({ kind: 'send', probes: true });
});

it('refuses until the reset, and sends the first request after it', () => {
  const headers = { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2000000000' };
  const state = learn(empty, { bucket: 'core', probes: false, now: 1000, answer: answer(200, headers) });
  if (!state) throw new Error('An exhausted limit must be learned');
  const until = 2_000_000_000_000;
  expect(decide(state, planned)).toEqual({ kind: 'refused', by: 'core', until, limit: 5000 });
  expect(decide(state, { ...planned, now: until - 1 }).kind).toBe('refused');
  expect(decide(state, { ...planned, now: until })).toMatchObject({ kind: 'send', probes: true });
  expect(decide(state, { ...planned, bucket: 'search' })).toMatchObject({ kind: 'send' });
});

it.each([
  ['by the date of the answer', { date: new Date(1.1e12 - 90_000).toUTCString() }, 90_000],
  ['for a second without one', {}, 1000],
  ['for a second with one that is later', { date: new Date(1.1e12 + 5000).toUTCString() }, 1000],
  ['for an hour at most', { date: new Date(0).toUTCString() }, 3_600_000],
])('refuses although the reset is over by our clock, %s', (_, more, ms) => {
  const limit = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1100000000' };
  const now = 1_100_000_120_000;
  const state = learn(empty, { bucket: 'core', probes: true, now, answer: answer(403, { ...limit, ...more }) });
  if (!state) throw new Error('An exhausted limit must be learned');
  expect(decide(state, { ...planned, now })).toMatchObject({ kind: 'refused', until: now + ms });
});

it('refuses every bucket during a secondary limit', () => {
  const state = learn(empty, { bucket: 'core', probes: true, now: 1000, answer: answer(403, { 'retry-after': '7' }) });
  if (!state) throw new Error('A secondary limit must be learned');
  for (const bucket of ['core', 'search', 'graphql'] as const) {
    expect(decide(state, { ...planned, bucket })).toEqual({ kind: 'refused', by: 'secondary', until: 8000 });
  }
});

it('learns nothing from an ordinary answer that no request waits for', () => {
  const headers = { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '17', 'x-ratelimit-reset': '2000000000' };
  expect(learn(empty, { bucket: 'core', probes: false, now: 1000, answer: answer(200, headers) })).toBeUndefined();
  expect(learn(empty, { bucket: 'core', probes: false, now: 1000, answer: undefined })).toBeUndefined();
});

it('lets the next request find out if the first has no answer', () => {
  const first = decide(empty, planned);
  const next = first.kind === 'send' && first.next ? first.next : empty;
  const state = learn(next, { bucket: 'core', probes: true, now: 1000, answer: undefined });
  expect(decide(state ?? next, planned)).toMatchObject({ kind: 'send', probes: true });
});

it('spaces writes out: no span of time has more than the burst and one for each interval', () => {
  const pace = { everyMs: 1000, burst: 10 };
  fc.assert(
    fc.property(fc.array(fc.nat(700), { minLength: 1, maxLength: 120 }), (gaps) => {
      let state: BudgetState = { ...empty, buckets: { core: { until: Number.MAX_SAFE_INTEGER } } };
      let now = 1_000_000;
      const times: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const decision = decide(state, { ...planned, now, patienceMs: Number.MAX_SAFE_INTEGER, pace });
        if (decision.kind !== 'send' || !decision.next) throw new Error('A patient write is sent');
        times.push(now + decision.waitMs);
        state = decision.next;
      }
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      times.forEach((from, index) => {
        const within = times.slice(index).filter((time) => time < from + 60_000).length;
        expect(within).toBeLessThanOrEqual(70);
      });
    }),
  );
});

it('refuses a write that has no time to wait for its turn', () => {
  const pace = { everyMs: 1000, burst: 1 };
  const state: BudgetState = { ...empty, buckets: { core: { until: 9e12 } }, writesUntil: 20_000 };
  expect(decide(state, { ...planned, pace })).toEqual({ kind: 'refused', by: 'writes', until: 20_000 });
});

it('reads back the state that it stores, without what has ended', () => {
  const state: BudgetState = {
    buckets: { core: { until: 5000, limit: 60, remaining: 0 }, search: { until: 900 } },
    probes: { graphql: 3000, search: 10 },
    blockedUntil: 0,
    writesUntil: 4000,
  };
  const { core } = state.buckets;
  expect(parseBudget(renderBudget(state, 1000))).toEqual({ ...state, buckets: { core }, probes: { graphql: 3000 } });
  expect(endOf(state)).toBe(5000);
});

it.each([{ buckets: [] }, { buckets: { core: 'x' }, probes: { core: -1 } }, { blockedUntil: '9', writesUntil: 1.5 }])(
  'treats a stored value that is not a state as unknown: %j',
  (value) => {
    expect(decide(parseBudget(value), planned)).toMatchObject({ kind: 'send', probes: true });
  },
);

it.each([
  ['https://api.github.com', 1000],
  ['https://api.octocorp.ghe.com', 1000],
  ['https://github.example.com/api/v3', 0],
  ['http://127.0.0.1:4000', 0],
])('spaces writes to %s by %i ms', (url, ms) => {
  expect(writeIntervalOf(url)).toBe(ms);
});
