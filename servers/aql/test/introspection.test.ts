import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld } from './world/world.ts';
import type { Wire, World } from './world/world.ts';

let world: World;
const untested = { identity: { identify: () => ({ id: 'nobody-yet', trust: 'untested' as const }) } };
beforeAll(async () => {
  world = await openWorld({ server: untested });
});
afterAll(() => world.close());

const introspect = async (params: Record<string, string>): Promise<Wire> =>
  world.ask('mcp_aql_read', { operation: 'introspect', params });

it('is for everybody: where no operation is trusted, it answers', async () => {
  expect((await introspect({ query: 'operations' })).success).toBe(true);
  const { error } = await world.ask('mcp_aql_read', { operation: 'list_items' });
  expect(error).toMatchObject({ code: 'PERMISSION_TRUST_LEVEL_INSUFFICIENT', details: { actual_trust: 'untested' } });
});

describe('operations', () => {
  it('are listed with four facts each, and the protocol', async () => {
    const { data } = await introspect({ query: 'operations' });
    expect(Object.keys(data)).toEqual(['_protocol', 'operations']);
    expect(data.operations).toContainEqual({
      name: 'delete_item',
      semantic_category: 'DELETE',
      endpoint: 'delete',
      description: 'delete_item of the shop',
    });
    for (const entry of data.operations) {
      expect(Object.keys(entry)).toEqual(['name', 'semantic_category', 'endpoint', 'description']);
    }
    expect(data._protocol).toMatchObject({
      version: '1.0.0-draft',
      mode: 'semantic',
      capabilities: { batch: true, pagination: false, confirmation: true, aggregations: false },
      limits: {
        max_request_size: 1_048_576,
        max_response_size: 10_485_760,
        max_string_length: 1_048_576,
        max_array_elements: 10_000,
        max_nesting_depth: 32,
        max_batch_operations: 20,
      },
      operations_meta: {
        '*': { trust: 'validated', codes: expect.arrayContaining(['NOT_FOUND_RESOURCE']), limits: [] },
        delete_item: { danger: 'destructive', reasons: ['The item is gone for good'] },
        list_items: { danger: 'safe' },
      },
    });
  });

  it('have details that are closed', async () => {
    const { data } = await introspect({ query: 'operations', name: 'get_item' });
    expect(data).toEqual({
      operation: {
        name: 'get_item',
        semantic_category: 'READ',
        endpoint: 'read',
        mcpTool: 'mcp_aql_read',
        description: 'get_item of the shop',
        permissions: { readOnly: true, destructive: false },
        parameters: [
          { name: 'id', type: 'integer', required: true, minimum: 1 },
          expect.objectContaining({ name: 'fields', type: 'string|array', required: false }),
          expect.objectContaining({ name: 'preset', type: 'string', required: false }),
        ],
        returns: { name: 'Item', kind: 'object', description: 'Something to buy' },
        examples: [{ description: 'The first', request: { operation: 'get_item', params: { id: 1 } } }],
      },
    });
  });

  it.each(['list_items', 'get_item', 'create_item', 'update_item', 'delete_item', 'restock'])(
    '%s names every parameter that it takes, and no other',
    async (name) => {
      const { data } = await introspect({ query: 'operations', name });
      const { error } = await openWorldAs('certified', (trusted) =>
        trusted.ask(data.operation.mcpTool, {
          operation: name,
          params: { ...required[name], no_such_parameter: 1 },
        }),
      );
      expect(error.code).toBe('VALIDATION_UNKNOWN_PARAM');
      expect(error.details.valid_params).toEqual(
        data.operation.parameters.map((parameter: { name: string }) => parameter.name),
      );
    },
  );

  it('that are secret are told to be so', async () => {
    const { data } = await introspect({ query: 'operations', name: 'create_item' });
    expect(data.operation.parameters).toContainEqual({
      name: 'pin',
      type: 'string',
      required: false,
      sensitive: true,
    });
  });

  it('include introspect itself', async () => {
    const { data } = await introspect({ query: 'operations', name: 'introspect' });
    expect(data.operation).toMatchObject({ name: 'introspect', semantic_category: 'READ', mcpTool: 'mcp_aql_read' });
  });
});

describe('types', () => {
  it('are listed with name and kind: the file’s, those of inputs, and the protocol’s', async () => {
    const { data } = await introspect({ query: 'types' });
    expect(data.types.map(({ name }: { name: string }) => name)).toEqual([
      'Item',
      'update_item_input',
      'SemanticCategory',
      'OperationInput',
      'OperationResult',
      'OperationSuccess',
      'OperationFailure',
      'EndpointPermissions',
      'FieldSelection',
    ]);
  });

  it.each([
    ['Item', 'object', 'fields'],
    ['update_item_input', 'object', 'fields'],
    ['SemanticCategory', 'enum', 'values'],
    ['OperationResult', 'union', 'members'],
  ])('%s has what its kind has', async (name, kind, key) => {
    const { data } = await introspect({ query: 'types', name });
    expect(data.type).toMatchObject({ name, kind });
    expect(Object.keys(data.type).filter((each) => ['fields', 'values', 'members'].includes(each))).toEqual([key]);
  });
});

it.each([
  ['operations', 'operation'],
  ['types', 'type'],
  ['error_codes', 'error_code'],
])('%s answers an unknown name with nothing', async (query, key) => {
  expect(await introspect({ query, name: 'no_such_thing' })).toEqual({ success: true, data: { [key]: null } });
});

it('names its queries to whoever asks for another', async () => {
  const { error } = await introspect({ query: 'operation' });
  expect(error).toMatchObject({
    code: 'VALIDATION_INVALID_ENUM',
    details: {
      param_name: 'query',
      allowed_values: ['operations', 'types', 'adapter_info', 'quota_status', 'error_codes'],
    },
  });
  expect((await introspect({})).error).toMatchObject({
    code: 'VALIDATION_MISSING_PARAM',
    details: { param_name: 'query' },
  });
});

it('tells about the adapter, and which codes there are', async () => {
  expect((await introspect({ query: 'adapter_info' })).data.adapter).toMatchObject({
    name: 'shop',
    version: '1.2.0',
    trust: { level: 'validated', claimed: 'certified' },
  });
  const { data } = await introspect({ query: 'error_codes', name: 'RATE_LIMIT_EXCEEDED' });
  expect(data.error_code).toMatchObject({ category: 'RATE_LIMIT', http: 429, retryable: true, recovery: 'wait' });
});

const required: Readonly<Record<string, object>> = {
  get_item: { id: 1 },
  create_item: { name: 'Lamp' },
  update_item: { id: 1, input: {} },
  delete_item: { id: 1 },
};

const openWorldAs = async (trust: 'certified', act: (world: World) => Promise<Wire>): Promise<Wire> => {
  const trusted = await openWorld({ server: { identity: { identify: () => ({ id: 'tester', trust }) } } });
  return act(trusted).finally(() => trusted.close());
};
