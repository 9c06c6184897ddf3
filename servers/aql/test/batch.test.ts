import { createEventBuffer, createMemorySink } from '@recourse/engine/events';
import { describe, expect, it } from 'vitest';
import { openWorld } from './world/world.ts';
import type { World, WorldOptions } from './world/world.ts';

const withWorld = async (act: (world: World) => Promise<void>, options: WorldOptions = {}): Promise<void> => {
  const world = await openWorld(options);
  await act(world).finally(() => world.close());
};
const get = (id: number) => ({ operation: 'get_item', params: { id } });
const remove = (id: number, more: object = {}) => ({ operation: 'delete_item', params: { id, ...more } });

it('runs in order, and answers with every result', () =>
  withWorld(async (world) => {
    const answer = await world.ask('mcp_aql_read', { operations: [get(2), get(1), { operation: 'get_item', id: 3 }] });
    expect(answer).toEqual({
      success: true,
      data: null,
      results: [2, 1, 3].map((id, index) => ({
        index,
        operation: 'get_item',
        result: { success: true, data: { id, name: `Item ${id}`, price: 10 * id } },
      })),
      summary: { total: 3, succeeded: 3, failed: 0 },
    });
    expect(world.shop.seen).toEqual(['GET /items/2', 'GET /items/1', 'GET /items/3']);
  }));

describe('where some fail', () => {
  it('continues, says of each what it said alone, and keeps what worked', () =>
    withWorld(async (world) => {
      const { error } = await world.ask('mcp_aql_read', {
        operations: [get(1), get(99), { operation: 'get_item' }, remove(1), { operation: 'nothing' }, get(2)],
      });
      expect(error).toMatchObject({
        code: 'BATCH_PARTIAL_FAILURE',
        message: '4 of 6 operations failed',
        details: {
          total: 6,
          succeeded: 2,
          failed: 4,
          errors: [
            { index: 1, code: 'NOT_FOUND_RESOURCE' },
            { index: 2, code: 'VALIDATION_MISSING_PARAM', message: "Missing required parameter 'id'" },
            { index: 3, code: 'VALIDATION_ENDPOINT_MISMATCH' },
            { index: 4, code: 'NOT_FOUND_OPERATION' },
          ],
          results: [
            { index: 0, value: { id: 1 } },
            { index: 5, value: { id: 2 } },
          ],
        },
      });
      expect(error.details.pending).toBeUndefined();
      expect(error.details.recourse.effect).toBe('none');
    }));

  it('stops where it is told to, and names what it has not begun', () =>
    withWorld(async (world) => {
      const { error } = await world.ask('mcp_aql_read', { operations: [get(1), get(99), get(2)], _on_error: 'stop' });
      expect(error.details).toMatchObject({
        total: 3,
        succeeded: 1,
        failed: 1,
        pending: [{ index: 2, operation: 'get_item' }],
      });
      expect(world.shop.seen).toEqual(['GET /items/1', 'GET /items/99']);
    }));
});

describe('a question', () => {
  it('stops the batch, and the batch that it names continues from there', () =>
    withWorld(async (world) => {
      const { error } = await world.ask('mcp_aql_delete', { operations: [remove(99), remove(1), remove(2)] });
      expect(error.details).toMatchObject({
        total: 3,
        succeeded: 0,
        failed: 1,
        errors: [{ index: 0, code: 'CONFIRMATION_REQUIRED' }],
        pending: [
          { index: 1, operation: 'delete_item' },
          { index: 2, operation: 'delete_item' },
        ],
        recourse: { recovery: 'confirm' },
      });
      const [next] = error.details.recourse.next_actions;
      const second = await world.ask(next.tool, next.arguments);
      expect(second.error.details.errors).toMatchObject([
        { index: 0, code: 'NOT_FOUND_RESOURCE' },
        { index: 1, code: 'CONFIRMATION_REQUIRED' },
      ]);
      const [after] = second.error.details.recourse.next_actions;
      const third = await world.ask(after.tool, after.arguments);
      const [last] = third.error.details.recourse.next_actions;
      expect(await world.ask(last.tool, last.arguments)).toMatchObject({ success: true, summary: { succeeded: 1 } });
      expect(world.shop.seen).toEqual(['DELETE /items/99', 'DELETE /items/1', 'DELETE /items/2']);
    }));

  it('continues after recourse_confirm too', () =>
    withWorld(async (world) => {
      const { error } = await world.ask('mcp_aql_delete', { operations: [remove(1)] });
      const [asked] = error.details.errors;
      const [confirm] = asked.next_actions;
      expect((await world.callTool(confirm.tool, confirm.arguments)).isError).toBeFalsy();
      expect(world.shop.seen).toEqual(['DELETE /items/1']);
    }));
});

it('can be paused as a whole, and continues with the token beside its operations', () =>
  withWorld(
    async (world) => {
      const { error } = await world.ask('mcp_aql_read', { operations: [get(1)] });
      expect(error.code).toBe('RATE_LIMIT_QUOTA_PAUSE');
      expect(world.shop.seen).toEqual([]);
      const _quota_continue: string = error.details.confirmation_token;
      expect((await world.ask('mcp_aql_read', { operations: [get(1)], _quota_continue })).success).toBe(true);
    },
    {
      server: {
        quotas: (operation) =>
          operation === 'mcp_aql_read.batch'
            ? [{ metric: 'batches', count: 'attempts', windowMs: 1000, pause: 0 }]
            : [],
      },
    },
  ));

it('puts each operation on record by itself, with no secret of any', async () => {
  const sink = createMemorySink();
  const events = createEventBuffer(sink);
  await withWorld(
    async (world) => {
      const create = { operation: 'create_item', params: { name: 'Lamp', pin: 'hunter2' } };
      await world.ask('mcp_aql_create', { operations: [create, { operation: 'create_item', pin: 'hunter2' }] });
      await events.close();
    },
    { server: { record: { events, arguments: 'redacted' } } },
  );
  const recorded = sink.take();
  const ended = recorded.filter(({ type }) => type !== 'TOOL_CALL_STARTED');
  expect(ended.map(({ code, data, principal }) => [data['operation'], code, principal])).toEqual([
    ['create_item', null, expect.any(String)],
    ['create_item', 'VALIDATION_MISSING_PARAM', expect.any(String)],
    ['mcp_aql_create.batch', 'BATCH_PARTIAL_FAILURE', expect.any(String)],
  ]);
  expect(JSON.stringify(recorded)).toContain('Lamp');
  expect(JSON.stringify(recorded)).not.toContain('hunter2');
});

describe('bounds', () => {
  it.each([
    [20, undefined, true],
    [21, undefined, false],
    [3, 3, true],
    [4, 3, false],
  ])('%i items where %s are allowed: %s', (count, batchItems, fits) =>
    withWorld(
      async (world) => {
        const answer = await world.ask('mcp_aql_read', { operations: Array.from({ length: count }, () => get(1)) });
        expect(answer.success).toBe(fits);
        if (!fits) {
          expect(answer.error).toMatchObject({
            code: 'VALIDATION_OUT_OF_RANGE',
            details: { param_name: 'operations', maximum: batchItems ?? 20, measured: 'items' },
          });
          expect(world.shop.seen).toEqual([]);
        }
      },
      batchItems === undefined ? {} : { batchItems },
    ),
  );

  it('begins nothing more once its time is up, and keeps what was done', async () => {
    let time = 0;
    const now = (): number => time;
    await withWorld(
      async (world) => {
        const slow = world.shop.seen.push.bind(world.shop.seen);
        world.shop.seen.push = (...given) => {
          time += 400_000;
          return slow(...given);
        };
        const { error } = await world.ask('mcp_aql_read', { operations: [get(1), get(2), get(3), get(1)] });
        expect(error.details).toMatchObject({
          succeeded: 2,
          failed: 2,
          errors: [
            { index: 2, effect: 'none' },
            { index: 3, effect: 'none' },
          ],
        });
        expect(world.shop.seen).toHaveLength(2);
      },
      { server: { now } },
    );
  });
});
