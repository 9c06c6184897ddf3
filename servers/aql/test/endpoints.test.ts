import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAqlServer } from '../src/server.ts';
import { shopAdapter } from './world/shop-adapter.ts';
import { exchangeOf, openWorld } from './world/world.ts';
import type { World } from './world/world.ts';

const calls = {
  create: { operation: 'create_item', params: { name: 'Lamp' } },
  read: { operation: 'get_item', params: { id: 1 } },
  update: { operation: 'update_item', params: { id: 1, input: { price: 2 } } },
  delete: { operation: 'delete_item', params: { id: 3 } },
  execute: { operation: 'restock', params: {} },
} as const;
const endpoints = Object.keys(calls) as (keyof typeof calls)[];
const trusted = { identity: { identify: () => ({ id: 'tester', trust: 'certified' as const }) } };
const settings = { trust: 'certified' } as const;

describe('endpoint binding', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ server: trusted, settings });
  });
  afterAll(() => world.close());

  it('lists hints that agree with introspection', async () => {
    const { tools } = await world.client.listTools();
    const hints = tools.map(({ name, annotations }) => [name, annotations?.destructiveHint]);
    expect(Object.fromEntries(hints)).toMatchObject({
      mcp_aql_create: false,
      mcp_aql_update: true,
      mcp_aql_delete: true,
      mcp_aql_execute: true,
    });
  });

  const cells = endpoints.flatMap((called) => endpoints.map((belongs) => [called, belongs] as const));

  it.each(cells.filter(([called, belongs]) => called === belongs))('%s takes %s', async (called, belongs) => {
    expect((await world.ask(`mcp_aql_${called}`, calls[belongs])).success).toBe(true);
  });

  it.each(cells.filter(([called, belongs]) => called !== belongs))('%s refuses %s', async (called, belongs) => {
    const { operation, params } = calls[belongs];
    const before = world.shop.seen.length;
    const { error } = await world.ask(`mcp_aql_${called}`, calls[belongs]);
    expect(error).toMatchObject({
      code: 'VALIDATION_ENDPOINT_MISMATCH',
      details: {
        operation,
        expected_endpoint: belongs.toUpperCase(),
        actual_endpoint: called.toUpperCase(),
        recourse: { next_actions: [{ tool: `mcp_aql_${belongs}`, arguments: { operation, params } }] },
      },
    });
    expect(error.details.recourse.hint).toContain(`mcp_aql_${belongs}`);
    expect(world.shop.seen).toHaveLength(before);
  });

  it('lets the call that it names pass', async () => {
    const refused = await world.ask('mcp_aql_read', calls.execute);
    const [next] = refused.error.details.recourse.next_actions;
    expect(await world.ask(next.tool, next.arguments)).toMatchObject({ success: true });
  });

  it.each(endpoints)('%s can be introspected', async (called) => {
    const answer = await world.ask(`mcp_aql_${called}`, { operation: 'introspect', params: { query: 'types' } });
    expect(answer.data.types).toContainEqual({ name: 'Item', kind: 'object', description: 'Something to buy' });
  });
});

describe('modes', () => {
  const namesIn = async (world: World): Promise<readonly string[]> =>
    (await world.client.listTools()).tools.map(({ name }) => name).filter((name) => name !== 'recourse_confirm');

  it('single has one tool for everything', async () => {
    const world = await openWorld({ mode: 'single', prefix: 'shop_', server: trusted, settings });
    expect(await namesIn(world)).toEqual(['shop_mcp_aql']);
    for (const call of Object.values(calls)) expect((await world.ask('shop_mcp_aql', call)).success).toBe(true);
    await world.close();
  });

  it('all has both, and its five keep to their categories', async () => {
    const world = await openWorld({ mode: 'all', server: trusted, settings });
    expect(await namesIn(world)).toEqual([...endpoints.map((endpoint) => `mcp_aql_${endpoint}`), 'mcp_aql']);
    expect((await world.ask('mcp_aql', calls.execute)).success).toBe(true);
    const { error } = await world.ask('mcp_aql_read', calls.execute);
    expect(error).toMatchObject({
      code: 'VALIDATION_ENDPOINT_MISMATCH',
      details: { recourse: { next_actions: [{ tool: 'mcp_aql_execute' }] } },
    });
    await world.close();
  });

  it('says in introspection which tool an operation is called through', async () => {
    for (const [mode, tool] of [
      ['single', 'mcp_aql'],
      ['all', 'mcp_aql_read'],
    ] as const) {
      const world = await openWorld({ mode });
      const answer = await world.ask('mcp_aql', {
        operation: 'introspect',
        params: { query: 'operations', name: 'get_item' },
      });
      expect(answer.data.operation).toMatchObject({ endpoint: 'read', mcpTool: tool });
      await world.close();
    }
  });

  it.each(['Shop_', 'shop', '_', '1_', 'a_very_long_prefix_of_tools_'])('refuses the prefix %s', (prefix) => {
    const adapter = shopAdapter('http://127.0.0.1:1');
    expect(() => createAqlServer({ adapter, exchange: exchangeOf(adapter), prefix })).toThrow(
      'is not a valid prefix of tool names',
    );
  });
});
