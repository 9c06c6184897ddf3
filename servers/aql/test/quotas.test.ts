import { createClock } from '@recourse/testkit';
import { expect, it } from 'vitest';
import { openWorld } from './world/world.ts';

const hour = 3_600_000;
const get = { operation: 'get_item', params: { id: 1 } };
const list = { operation: 'list_items' };
const status = { operation: 'introspect', params: { query: 'quota_status' } };

it('counts the operations of an adapter together: warns, pauses, goes on, stops, and begins anew', async () => {
  const clock = createClock();
  const world = await openWorld({
    adapter: { quotas: [{ metric: 'requests_per_hour', windowMs: hour, warn: 1, pause: 2, stop: 4 }] },
    server: { now: clock.now },
  });
  const read = (args: object) => world.ask('mcp_aql_read', { ...args });
  const standing = async () => (await read(status)).data.quotas[0];

  expect((await read(get)).warnings).toBeUndefined();
  expect(await standing()).toEqual({
    metric: 'requests_per_hour',
    current: 1,
    status: 'warn',
    warn: 1,
    pause: 2,
    hard_stop: 4,
  });
  expect((await read(list)).warnings).toEqual([
    {
      code: 'RATE_LIMIT_QUOTA_WARNING',
      message: 'Approaching quota limit',
      details: expect.objectContaining({
        metric: 'requests_per_hour',
        current: 2,
        warn_threshold: 1,
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
  expect(await standing()).toMatchObject({ current: 1, status: 'warn' });
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
