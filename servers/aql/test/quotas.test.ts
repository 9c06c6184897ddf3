import { createClock, linkClient } from '@recourse/testkit';
import { expect, it } from 'vitest';
import { createExchange } from '../src/exchange/index.ts';
import { createAqlServer } from '../src/server.ts';
import { createAdapterFail } from '../src/codes.ts';
import { startFaultServer } from './fault-server.ts';
import { json } from './fault.ts';
import { shopAdapter } from './world/shop-adapter.ts';
import { openWorld } from './world/world.ts';
import type { Wire } from './world/world.ts';

const hour = 3_600_000;
const get = { operation: 'get_item', params: { id: 1 } };
const list = { operation: 'list_items' };
const status = { operation: 'introspect', params: { query: 'quota_status' } };

it('counts the operations of an adapter together: warns, pauses, continues, stops, and starts again', async () => {
  const clock = createClock();
  const world = await openWorld({
    adapter: { quotas: [{ metric: 'requests_per_hour', windowMs: hour, warn: 2, pause: 2, stop: 4 }] },
    server: { now: clock.now },
  });
  const read = (args: object) => world.ask('mcp_aql_read', { ...args });
  const standing = async () => (await read(status)).data.quotas[0];

  expect((await read(get)).warnings).toBeUndefined();
  expect(await standing()).toEqual({
    metric: 'requests_per_hour',
    current: 1,
    status: 'ok',
    warn: 2,
    pause: 2,
    hard_stop: 4,
    resets_at: new Date(clock.now() + hour).toISOString(),
  });
  expect((await read(list)).warnings).toEqual([
    {
      code: 'RATE_LIMIT_QUOTA_WARNING',
      message: 'Approaching quota limit',
      details: expect.objectContaining({
        metric: 'requests_per_hour',
        current: 2,
        warn_threshold: 2,
        pause_threshold: 2,
      }),
    },
  ]);
  expect((await standing()).status).toBe('paused');

  const { error } = await read(get);
  expect(error).toMatchObject({
    code: 'RATE_LIMIT_QUOTA_PAUSE',
    details: { metric: 'requests_per_hour', pause_threshold: 2, hard_stop_threshold: 4 },
  });
  const token = error.details.confirmation_token;
  expect(token).toMatch(/^quota_continue_/u);
  expect((await read({ ...get, params: { ...get.params, _quota_continue: token } })).success).toBe(true);
  // The pause is lifted until the stop, for every operation.
  expect((await read(list)).success).toBe(true);
  expect((await read(get)).error).toMatchObject({
    code: 'RATE_LIMIT_QUOTA_EXHAUSTED',
    details: { metric: 'requests_per_hour', current: 4, hard_stop_threshold: 4 },
  });
  expect((await standing()).status).toBe('exhausted');
  expect(world.shop.seen).toHaveLength(4);

  clock.advance(hour);
  expect((await read(get)).warnings).toBeUndefined();
  expect(await standing()).toMatchObject({ current: 1, status: 'ok' });
  await world.close();
});

it('counts every item of a batch, and introspection not at all', async () => {
  const world = await openWorld({
    adapter: { quotas: [{ metric: 'requests_per_hour', windowMs: hour, warn: undefined, pause: undefined, stop: 2 }] },
  });
  const { error } = await world.ask('mcp_aql_read', { operations: [status, get, status, get, get] });
  expect(error.details).toMatchObject({
    succeeded: 4,
    errors: [{ index: 4, code: 'RATE_LIMIT_QUOTA_EXHAUSTED' }],
  });
  await world.close();
});

it('reports the state of the API limits: those of the file, and those that its answers announced', async () => {
  const clock = createClock();
  const upstream = await startFaultServer();
  const limit = { scope: 'category', category: 'read', endpoint: undefined, limit: 10, window: 'minute' } as const;
  const headers = { remainingHeader: undefined, resetHeader: undefined, limitHeader: undefined };
  const adapter = shopAdapter(upstream.url, { apiLimits: [{ ...limit, ...headers }] });
  const exchange = createExchange(adapter, { environment: {}, fail: createAdapterFail(adapter), now: clock.now });
  const client = await linkClient(createAqlServer({ adapter, exchange, server: { now: clock.now } }));
  const read = async (args: object): Promise<Wire> =>
    (await client.callTool('mcp_aql_read', { ...args })).structuredContent;
  const limits = async () => (await read(status)).data.api_limits;

  const free = { limit: 10, window: 'minute', remaining: 10 };
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  expect(await limits()).toEqual({ read: { ...free, resets_at: at(0) } });
  const announced = { 'ratelimit-policy': '"core";q=60;w=3600', ratelimit: '"core";r=7;t=90' };
  upstream.answer(json(200, [], announced));
  expect((await read(list)).success).toBe(true);
  expect(await limits()).toEqual({
    core: { limit: 60, remaining: 7, window: 'hour', resets_at: at(90_000) },
    read: { ...free, remaining: 9, resets_at: at(60_000) },
  });
  clock.advance(90_000);
  expect(await limits()).toEqual({ read: { ...free, resets_at: at(0) } });

  upstream.answer({ status: 429, headers: { 'retry-after': '7' } });
  expect((await read(list)).error).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { limit: 10, window: 'minute', remaining: 0, resets_at: at(7000), retry_after_seconds: 7 },
  });
  await client.close();
  await upstream.close();
});
