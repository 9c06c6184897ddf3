import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operation, parameter } from './world/shop-adapter.ts';
import { openWorld } from './world/world.ts';
import type { Wire, World } from './world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const nextOf = (answer: Wire): Wire => answer.error.details.recourse.next_actions;

describe('parameters', () => {
  const lamp = { id: 1, name: 'Item 1', price: 10 };

  it.each([
    ['under params', { operation: 'get_item', params: { id: 1 } }],
    ['next to operation', { operation: 'get_item', id: 1 }],
    ['in both, and params wins', { operation: 'get_item', id: 2, params: { id: 1 } }],
    ['next to metadata of the request', { operation: 'get_item', _request_id: 'r1', params: { id: 1, _trace: 'x' } }],
  ])('are accepted %s', async (_, args) => {
    expect((await world.ask('mcp_aql_read', args)).data).toEqual(lamp);
  });

  it('may be written in camelCase where nothing else can be meant', async () => {
    const answer = await world.ask('mcp_aql_read', { operation: 'list_items', params: { maxPrice: 5 } });
    expect(answer.success).toBe(true);
    const both = await world.ask('mcp_aql_read', { operation: 'list_items', params: { maxPrice: 5, max_price: 6 } });
    expect(both.error).toMatchObject({
      code: 'VALIDATION_UNKNOWN_PARAM',
      details: { unknown_params: ['maxPrice'] },
    });
  });

  it('that are unknown are all named, with those that are known', async () => {
    const answer = await world.ask('mcp_aql_create', {
      operation: 'create_item',
      colour: 'red',
      params: { name: 'Lamp', force: true },
    });
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_UNKNOWN_PARAM',
      message: "Unknown parameter(s) for operation 'create_item': colour, force",
      details: {
        operation: 'create_item',
        unknown_params: ['colour', 'force'],
        valid_params: ['name', 'price', 'pin'],
      },
    });
  });

  it('that are missing are named, and nothing is sent', async () => {
    const before = world.shop.seen.length;
    const answer = await world.ask('mcp_aql_read', { operation: 'get_item' });
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_MISSING_PARAM',
      message: "Missing required parameter 'id'",
      details: { param_name: 'id', operation: 'get_item' },
    });
    expect(world.shop.seen).toHaveLength(before);
  });
});

describe('an update', () => {
  it.each([
    ['without input', { id: 1 }, 'VALIDATION_MISSING_PARAM', { param_name: 'input' }],
    [
      'with an unknown member',
      { id: 1, input: { colour: 1 } },
      'VALIDATION_UNKNOWN_FIELD',
      { unknown_fields: ['colour'] },
    ],
    [
      'with an identifier in input',
      { id: 1, input: { id: 2 } },
      'VALIDATION_UNKNOWN_FIELD',
      { unknown_fields: ['id'] },
    ],
    ['with a text for input', { id: 1, input: '{}' }, 'VALIDATION_INVALID_TYPE', { expected_type: 'object' }],
    ['with members beside input', { id: 1, price: 3 }, 'VALIDATION_MISSING_PARAM', { param_name: 'input' }],
  ])('%s is refused', async (_, params, code, details) => {
    const answer = await world.ask('mcp_aql_update', { operation: 'update_item', params });
    expect(answer.error).toMatchObject({ code, details });
  });

  it('removes with null', async () => {
    const answer = await world.ask('mcp_aql_update', {
      operation: 'update_item',
      params: { id: 3, input: { price: null } },
    });
    expect(answer.data).toMatchObject({ id: 3, price: null });
  });
});

describe('an operation that there is not', () => {
  it('is answered with near names of every endpoint, and the way to the list', async () => {
    const answer = await world.ask('mcp_aql_read', { operation: 'creat_item', params: {} });
    expect(answer.error).toMatchObject({
      code: 'NOT_FOUND_OPERATION',
      message: "Unknown operation: 'creat_item'",
      details: { operation: 'creat_item', available: expect.arrayContaining(['create_item']) },
    });
    const [next] = nextOf(answer);
    expect(next).toMatchObject({ tool: 'mcp_aql_read', arguments: { operation: 'introspect' } });
    expect((await world.ask(next.tool, next.arguments)).success).toBe(true);
  });

  it('is told by its case', async () => {
    const answer = await world.ask('mcp_aql_read', { operation: 'GET_ITEM', params: { id: 1 } });
    expect(answer.error).toMatchObject({ code: 'NOT_FOUND_OPERATION', details: { available: ['get_item'] } });
  });
});

describe('a malformed request', () => {
  it.each([
    ['nothing at all', {}, 'VALIDATION_MISSING_PARAM', 'operation'],
    ['an operation that is no text', { operation: 7 }, 'VALIDATION_INVALID_TYPE', 'operation'],
    ['an empty operation', { operation: '' }, 'VALIDATION_OUT_OF_RANGE', 'operation'],
    ['params as a list', { operation: 'get_item', params: [1] }, 'VALIDATION_INVALID_TYPE', 'params'],
    ['params that are null', { operation: 'get_item', params: null }, 'VALIDATION_INVALID_TYPE', 'params'],
    [
      'a token that is not a string',
      { operation: 'delete_item', params: { id: 1, _confirmation: 1 } },
      'VALIDATION_INVALID_TYPE',
      '_confirmation',
    ],
    ['no operations', { operations: [] }, 'VALIDATION_OUT_OF_RANGE', 'operations'],
    ['operations that are not objects', { operations: ['get_item'] }, 'VALIDATION_INVALID_TYPE', 'operations[0]'],
    [
      'an item without its operation',
      { operations: [{ params: {} }] },
      'VALIDATION_MISSING_PARAM',
      'operations[0].operation',
    ],
  ])('%s says where it is wrong', async (_, args, code, name) => {
    const answer = await world.ask('mcp_aql_delete', args);
    expect(answer.error).toMatchObject({ code, details: { param_name: name } });
  });

  it('is one operation or several, and no batch holds a batch', async () => {
    const item = { operation: 'get_item', params: { id: 1 } };
    const both = await world.ask('mcp_aql_read', { ...item, operations: [item] });
    expect(both.error).toMatchObject({
      code: 'VALIDATION_UNKNOWN_PARAM',
      details: { unknown_params: ['operation', 'params'], valid_params: ['operations'] },
    });
    const nested = await world.ask('mcp_aql_read', { operations: [item, { ...item, operations: [item] }] });
    expect(nested.error).toMatchObject({
      code: 'VALIDATION_UNKNOWN_FIELD',
      details: { unknown_fields: ['operations'] },
    });
  });

  it('with params as a JSON string gets the corrected call', async () => {
    const answer = await world.ask('mcp_aql_read', { operation: 'get_item', params: '{"id": 1}' });
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_INVALID_TYPE',
      details: { param_name: 'params', expected_type: 'object', actual_type: 'string' },
    });
    const [next] = nextOf(answer);
    expect((await world.ask(next.tool, next.arguments)).data).toMatchObject({ id: 1 });
  });

  it('repeats no secret', async () => {
    const answers = await Promise.all([
      world.ask('mcp_aql_create', { operation: 'create_item', params: '{"name": "a", "pin": "hunter2"}' }),
      world.ask('mcp_aql_read', { operation: 'create_item', params: { name: 'a', pin: 'hunter2' } }),
      world.ask('mcp_aql_create', { operation: 'create_item', params: { pin: ['hunter2'] } }),
    ]);
    expect(answers.map(({ error }) => error.code)).toEqual([
      'VALIDATION_INVALID_TYPE',
      'VALIDATION_ENDPOINT_MISMATCH',
      'VALIDATION_MISSING_PARAM',
    ]);
    expect(JSON.stringify(answers)).not.toContain('hunter2');
  });
});

it('shows the corrected call if changes are next to input', async () => {
  const world = await openWorld();
  const given = { id: 1, price: 9 };
  const { error } = await world.ask('mcp_aql_update', { operation: 'update_item', params: given });
  expect(error).toMatchObject({
    code: 'VALIDATION_MISSING_PARAM',
    details: { param_name: 'input', operation: 'update_item' },
  });
  const [{ tool, arguments: meant }] = error.details.recourse.next_actions;
  expect(meant).toEqual({ operation: 'update_item', params: { id: 1, input: { price: 9 } } });
  expect(await world.ask(tool, meant)).toMatchObject({ success: true, data: { id: 1, price: 9 } });
  const strange = await world.ask('mcp_aql_update', { operation: 'update_item', params: { ...given, colour: 'red' } });
  expect(strange.error.details.problems).toHaveLength(3);
  await world.close();
});

it('does not repeat a secret that is next to input', async () => {
  const pin = parameter('pin', 'body', { type: 'string' }, { sensitive: true });
  const reset = operation({ name: 'reset_pin', category: 'update', method: 'PATCH', path: '/items', input: [pin] });
  const world = await openWorld({ adapter: { operations: [reset] } });
  const answer = await world.ask('mcp_aql_update', { operation: 'reset_pin', params: { pin: 's3cr3t' } });
  expect(answer.error.details.recourse.hint).toContain("Move 'pin' under 'input'");
  expect(JSON.stringify(answer)).not.toContain('s3cr3t');
  await world.close();
});
