import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operation } from './world/shop-adapter.ts';
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

it('requires no trust: it answers even if no operation is trusted', async () => {
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

it('names its queries if an unknown one is requested', async () => {
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

describe('a large adapter', () => {
  const resources = ['invoice', 'customer', 'payment', 'ticket', 'webhook'];
  const verbs = ['list', 'get', 'search', 'export', 'count'];
  const operations = Array.from({ length: 500 }, (_, index) => {
    const resource = resources[index % 5] ?? '';
    const verb = verbs[Math.floor(index / 5) % 5] ?? '';
    const name = `${verb}_${resource}_${Math.floor(index / 25)}`;
    const description = `${verb} every ${resource} of the account, in the order in which they were made.`;
    return operation({ name, category: 'read', method: 'GET', path: `/${resource}s`, description, tags: [resource] });
  });
  const refund = operation({
    name: 'give_money_back',
    category: 'create',
    method: 'POST',
    path: '/refunds',
    description: 'Refunds a payment.',
    tags: ['Billing'],
  });
  const inLarge = async (params: Record<string, string | number>): Promise<Wire> => {
    const large = await openWorld({ adapter: { operations: [...operations, refund] } });
    return large.ask('mcp_aql_read', { operation: 'introspect', params }).finally(() => large.close());
  };
  const namesIn = ({ data }: Wire): readonly string[] => data.operations.map(({ name }: { name: string }) => name);

  it('is listed in pages that keep a budget, each operation once', async () => {
    const seen: string[] = [];
    let next: Record<string, string> | undefined = {};
    while (next) {
      const answer: Wire = await inLarge({ query: 'operations', ...next });
      expect(JSON.stringify(answer).length).toBeLessThan(30_000);
      const { page, operations_meta: meta } = answer.data._protocol;
      expect(page.total).toBe(501);
      expect(Object.keys(meta)).toHaveLength(page.returned + 1);
      seen.push(...namesIn(answer));
      next = page.next;
    }
    expect(seen).toEqual(['introspect', ...operations.map(({ name }) => name), refund.name]);
  });

  it('is searched: the best match first, whatever the words are about', async () => {
    expect(namesIn(await inLarge({ query: 'operations', search: 'refund a payment' }))[0]).toBe('give_money_back');
    expect(namesIn(await inLarge({ query: 'operations', search: 'money' }))).toEqual(['give_money_back']);
    const [first, second] = namesIn(await inLarge({ query: 'operations', search: 'count webhooks', first: 2 }));
    expect([first, second]).toEqual(['count_webhook_0', 'count_webhook_1']);
  });

  it('prefers an operation that is about nothing else than the words', async () => {
    const about = (name: string, description: string) =>
      operation({ name, category: 'delete', method: 'DELETE', path: `/${name}`, description });
    const similar = await openWorld({
      adapter: {
        operations: [
          about('delete_org_ruleset', 'Delete a ruleset for a repository of an organization.'),
          about('delete_tag', 'Delete a tag of a repository.'),
          about('delete_repo', 'Delete a repository.'),
          about('list_labels_on_issue', 'List labels.'),
          about('list_issues', 'List issues that are assigned to the user who has signed in, over all repositories.'),
        ],
      },
    });
    const search = (text: string) =>
      similar.ask('mcp_aql_read', { operation: 'introspect', params: { query: 'operations', search: text } });
    const answers = [
      await search('delete the ruleset of an org'),
      await search('delete a tag'),
      await search('delete repository'),
      await search('listIssues'),
    ];
    await similar.close();
    expect(answers.map((answer) => namesIn(answer)[0])).toEqual([
      'delete_org_ruleset',
      'delete_tag',
      'delete_repo',
      'list_issues',
    ]);
  });

  it('finds names that resemble a word that it does not have', async () => {
    expect(namesIn(await inLarge({ query: 'operations', search: 'giv_mony_bak' }))).toEqual(['give_money_back']);
    const nothing = await inLarge({ query: 'operations', search: 'zzzz' });
    expect(nothing.data).toMatchObject({ operations: [], _protocol: { page: { total: 0, returned: 0 } } });
  });

  it('is filtered by tag, and says which tags there are', async () => {
    const { data } = await inLarge({ query: 'operations', tag: 'billing' });
    expect(data.operations).toHaveLength(1);
    expect(data._protocol.page).toEqual({
      total: 1,
      returned: 1,
      tags: { invoice: 100, customer: 100, payment: 100, ticket: 100, webhook: 100, Billing: 1 },
    });
    const both = await inLarge({ query: 'operations', tag: 'ticket', search: 'export', first: 3 });
    expect(namesIn(both)).toEqual(['export_ticket_0', 'export_ticket_1', 'export_ticket_2']);
    expect(both.data._protocol.page.next).toEqual({ after: 'export_ticket_2' });
  });

  it.each([{ after: 'nobody' }, { after: 'list_invoice_0', tag: 'ticket' }])(
    'refuses to continue where no page ended: %j',
    async (params) => {
      const { error } = await inLarge({ query: 'operations', ...params });
      expect(error.details).toMatchObject({ param_name: 'after', recourse: { code: 'VALIDATION_INVALID_VALUE' } });
    },
  );
});
