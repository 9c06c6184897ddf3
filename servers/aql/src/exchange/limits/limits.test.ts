import { describe, expect, it } from 'vitest';
import type { ApiLimit } from '../../adapter/adapter.ts';
import { json } from '../../../test/fault.ts';
import { adapter, call, exchangeOf, operation } from '../testing/adapters.ts';
import { startUpstream } from '../testing/upstream.ts';
import { createLimitMemory } from './limit-memory.ts';
import { coversOperation } from './scope.ts';
import { WindowCount } from './window-count.ts';

const noon = Date.UTC(2026, 0, 28, 12);

const limit = (changes: Partial<ApiLimit> = {}): ApiLimit => ({
  scope: 'global',
  endpoint: undefined,
  category: undefined,
  limit: 3,
  window: 'minute',
  remainingHeader: undefined,
  resetHeader: undefined,
  ...changes,
});

/** An API that announces what it is told to, called at times that are set. */
const start = async (
  apiLimits: readonly ApiLimit[],
  announce: (count: number) => Record<string, string> = () => ({}),
) => {
  const clock = { now: noon };
  const upstream = await startUpstream(() => {
    const { ':status': status = '200', ...headers } = announce(upstream.requests.length);
    return json(Number(status), {}, headers);
  });
  const exchange = exchangeOf(adapter(upstream.url, { apiLimits }), { now: () => clock.now });
  return { clock, upstream, exchange };
};

const other = operation({ name: 'list_others', path: '/others' });

describe("a limit of the adapter's file", () => {
  it('is never exceeded, also by calls at once, and says when the next may come', async () => {
    const { clock, upstream, exchange } = await start([limit()]);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => call(exchange, operation())));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3);
    expect(upstream.requests).toHaveLength(3);
    expect(exchange.hold(operation())).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'API rate limit would be exceeded',
      effect: 'none',
      details: {
        limit: 3,
        remaining: 0,
        window: 'minute',
        resets_at: '2026-01-28T12:01:00.000Z',
        retry_after_seconds: 60,
      },
    });
    clock.now += 59_999;
    expect(exchange.hold(operation())).toMatchObject({ details: { retry_after_seconds: 1 } });
    clock.now += 1;
    expect(exchange.hold(operation())).toBeUndefined();
  });

  it('slides: at no moment are there more in the last window', async () => {
    const { clock, exchange } = await start([limit({ limit: 2 })]);
    const sent: number[] = [];
    for (let step = 0; step < 20; step += 1) {
      if ((await call(exchange, operation())).ok) sent.push(clock.now);
      clock.now += 13_000;
    }
    for (const at of sent) expect(sent.filter((one) => one > at - 60_000 && one <= at).length).toBeLessThanOrEqual(2);
    expect(sent.length).toBeGreaterThan(6);
  });

  it('counts each repetition of a read', async () => {
    const upstream = await startUpstream({ status: 503 });
    const retry = { attempts: 5, sleep: () => Promise.resolve() };
    const exchange = exchangeOf(adapter(upstream.url, { apiLimits: [limit()] }), { retry });
    expect(await call(exchange, operation())).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(upstream.requests).toHaveLength(3);
  });

  it('outlives the version of the file that declared it', async () => {
    const limitMemory = createLimitMemory();
    const upstream = await startUpstream();
    const described = adapter(upstream.url, { apiLimits: [limit({ limit: 1 })] });
    await call(exchangeOf(described, { limitMemory }), operation());
    expect(exchangeOf({ ...described, version: '1.0.1' }, { limitMemory }).hold(operation())).toBeDefined();
  });

  it('applies only to its endpoint or category', async () => {
    const byEndpoint = limit({ scope: 'endpoint', endpoint: 'GET /thing*', limit: 1 });
    const byCategory = limit({ scope: 'category', category: 'create', limit: 1 });
    const { exchange } = await start([byEndpoint, byCategory]);
    const create = operation({ name: 'create_thing', category: 'create', method: 'POST' });
    await call(exchange, operation());
    expect(exchange.hold(operation())).toBeDefined();
    expect(exchange.hold(other)).toBeUndefined();
    expect(exchange.hold(create)).toBeUndefined();
    await call(exchange, create);
    expect(exchange.hold(create)).toBeDefined();
  });

  it.each([
    ['GET /a/*', 'GET', '/a/{id}', true],
    ['* /a', 'POST', '/a', true],
    ['GET /a*b*c', 'GET', '/axbxc', true],
    ['GET /a*b*c', 'GET', '/axc', false],
    ['GET /a', 'GET', '/ab', false],
    ['GET *aa', 'GET', '/a', false],
    [`GET ${'*a'.repeat(2000)}`, 'GET', `/${'a'.repeat(3000)}b`, false],
  ])('of %s covers %s %s or not', (endpoint, method, path, covers) => {
    const asked = operation({ method: method as 'GET', path });
    expect(coversOperation({ scope: 'endpoint', endpoint, category: undefined }, asked)).toBe(covers);
  });
});

describe('a limit that answers announce', () => {
  const spent = {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(noon / 1000 + 90),
  };

  it.each([
    ['X-RateLimit-*', spent],
    ['RateLimit-*', { 'ratelimit-limit': '60', 'ratelimit-remaining': '0', 'ratelimit-reset': '90' }],
    ['RateLimit of the older drafts', { ratelimit: 'limit=60, remaining=0, reset=90' }],
    ['RateLimit of the newer drafts', { ratelimit: '"d";r=0;t=90', 'ratelimit-policy': '"d";q=60;w=3600' }],
  ])('by %s holds the next call until its window ends', async (_how, headers) => {
    const { clock, upstream, exchange } = await start([], () => headers);
    expect(await call(exchange, operation())).toMatchObject({ ok: true });
    expect(await call(exchange, operation())).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'API rate limit would be exceeded',
      details: { limit: 60, remaining: 0, resets_at: '2026-01-28T12:01:30.000Z', retry_after_seconds: 90 },
    });
    expect(upstream.requests).toHaveLength(1);
    clock.now += 90_000;
    expect(await call(exchange, operation())).toMatchObject({ ok: true });
  });

  it('holds no more calls at once than remain', async () => {
    const { exchange, upstream } = await start([], (count) => ({
      ...spent,
      'x-ratelimit-remaining': String(4 - count),
    }));
    await call(exchange, operation());
    await Promise.all(Array.from({ length: 10 }, () => call(exchange, operation())));
    expect(upstream.requests).toHaveLength(4);
  });

  it.each(['429', '403'])('by Retry-After on %s holds the next call', async (status) => {
    const { clock, exchange } = await start([], () => ({ ':status': status, 'retry-after': '7' }));
    expect(await call(exchange, operation())).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(exchange.hold(other)).toMatchObject({ details: { retry_after_seconds: 7 } });
    clock.now += 7000;
    expect(exchange.hold(other)).toBeUndefined();
  });

  it('has a name that keeps it to the operations that were seen in it', async () => {
    const { exchange } = await start([], () => ({ ...spent, 'x-ratelimit-resource': 'search' }));
    await call(exchange, operation());
    expect(exchange.hold(operation())).toBeDefined();
    expect(exchange.hold(other)).toBeUndefined();
  });

  it('is read from the headers that the file names, for what the file says', async () => {
    const rule = limit({
      scope: 'endpoint',
      endpoint: 'GET /things',
      limit: 500,
      window: 'hour',
      remainingHeader: 'X-Quota-Left',
      resetHeader: 'X-Quota-Reset',
    });
    const { exchange } = await start([rule], () => ({ ...spent, 'x-quota-left': '0', 'x-quota-reset': '30' }));
    await call(exchange, operation());
    expect(exchange.hold(operation())).toMatchObject({
      details: { limit: 500, window: 'hour', retry_after_seconds: 30 },
    });
    expect(exchange.hold(other)).toBeUndefined();
  });

  it.each(['-1', 'soon', '1e99', '99999999999999999999', '4102444800', ''])(
    'that makes no sense (%s) holds nothing forever',
    async (text) => {
      const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': text, 'retry-after': text };
      const { clock, exchange } = await start([], () => headers);
      await call(exchange, operation());
      clock.now += 400 * 86_400_000;
      expect(exchange.hold(operation())).toBeUndefined();
    },
  );
});

describe('a count in a window', () => {
  it('stays small however many it counts, and never counts too few', () => {
    const count = new WindowCount(60_000);
    const times: number[] = [];
    for (let at = 0; at < 120_000; at += 7) {
      count.add(at);
      times.push(at);
      if (at % 1001 === 0) {
        const exact = times.filter((time) => time > at - 60_000).length;
        expect(count.count(at)).toBeGreaterThanOrEqual(exact);
        expect(count.count(at)).toBeLessThanOrEqual(exact + 60_000 / 7 / 500);
      }
    }
  });
});
