import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld } from './world/world.ts';
import type { World } from './world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('lists five tools, and the one that confirms', async () => {
  const { tools } = await world.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'mcp_aql_create',
    'mcp_aql_read',
    'mcp_aql_update',
    'mcp_aql_delete',
    'mcp_aql_execute',
    'recourse_confirm',
  ]);
  const read = tools.find(({ name }) => name === 'mcp_aql_read');
  expect(read?.annotations?.readOnlyHint).toBe(true);
  expect(read?.description).toContain('introspect');
  expect(read?.description).toContain('get_item(id)');
});

it('tells of its operations', async () => {
  const answer = await world.ask('mcp_aql_read', { operation: 'introspect', params: { query: 'operations' } });
  expect(answer.data.operations.map(({ name }: { name: string }) => name)).toEqual([
    'introspect',
    'list_items',
    'get_item',
    'create_item',
    'update_item',
    'delete_item',
    'restock',
  ]);
});

it('reads, creates and updates', async () => {
  expect(await world.ask('mcp_aql_read', { operation: 'get_item', params: { id: 1 } })).toEqual({
    success: true,
    data: { id: 1, name: 'Item 1', price: 10 },
  });
  const created = await world.ask('mcp_aql_create', { operation: 'create_item', params: { name: 'Lamp', price: 7 } });
  expect(created.data).toEqual({ id: 4, name: 'Lamp', price: 7 });
  const updated = await world.ask('mcp_aql_update', {
    operation: 'update_item',
    params: { id: 4, input: { price: 8 } },
  });
  expect(updated.data).toEqual({ id: 4, name: 'Lamp', price: 8 });
});

it('deletes once it is confirmed, and not before', async () => {
  const call = { operation: 'delete_item', params: { id: 2 } };
  const asked = await world.ask('mcp_aql_delete', call);
  expect(asked.error).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
    details: { operation: 'delete_item', danger_level: 'destructive', confirmation_message: 'Delete item 2?' },
  });
  expect(asked.confirmation.token).toBe(asked.error.details.confirmation_token);
  expect(world.shop.seen).not.toContain('DELETE /items/2');
  const confirmed = { ...call, params: { ...call.params, _confirmation: asked.confirmation.token } };
  expect(await world.ask('mcp_aql_delete', confirmed)).toEqual({ success: true, data: null });
  expect(world.shop.seen).toContain('DELETE /items/2');
  expect((await world.ask('mcp_aql_delete', confirmed)).error.code).toBe('TOKEN_ALREADY_USED');
});

it('answers what the API refuses with a code', async () => {
  const answer = await world.ask('mcp_aql_read', { operation: 'get_item', params: { id: 99 } });
  expect(answer.error).toMatchObject({ code: 'NOT_FOUND_RESOURCE', details: { http_status: 404 } });
});
