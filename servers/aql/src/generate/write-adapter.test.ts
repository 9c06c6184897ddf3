import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@recourse/contract';
import { generateAdapter } from './index.ts';
import { documentOf, generate, jsonAnswer, jsonBody, responses } from './testing/documents.ts';

const schemas = (pet: object) => ({ components: { schemas: { Pet: pet } } });
const getPet = { get: { operationId: 'getPet', responses: jsonAnswer({ type: 'object' }) } };
const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } };

describe('parameters', () => {
  it('takes them from path, query, header and body, and gives them MCP-AQL names', () => {
    const { operation } = generate(
      documentOf({
        '/shops/{shopId}/pets': {
          post: {
            operationId: 'createPet',
            parameters: [
              { name: 'shopId', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'dryRun', in: 'query', schema: { type: 'boolean' } },
              { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
            ],
            requestBody: jsonBody({
              type: 'object',
              required: ['petName'],
              properties: {
                petName: { type: 'string' },
                shopId: { type: 'string' },
                id: { type: 'integer', readOnly: true },
              },
            }),
            responses,
          },
        },
      }),
    );
    const { path, parameters } = operation('create_pet');
    expect(path).toBe('/shops/{shop_id}/pets');
    expect(parameters.map(({ name, wireName, in: place, required }) => [name, wireName, place, required])).toEqual([
      ['shop_id', 'shop_id', 'path', true],
      ['query_dry_run', 'dryRun', 'query', false],
      ['x_trace', 'X-Trace', 'header', false],
      ['pet_name', 'petName', 'body', true],
      ['body_shop_id', 'shopId', 'body', false],
    ]);
  });

  it.each<[string, object, object]>([
    ['values', { type: 'string', enum: ['a', 'b', null] }, { type: 'string', enum: ['a', 'b'] }],
    ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'bounds',
      { type: 'integer', minimum: 1, maximum: 9, default: 3 },
      { type: 'integer', minimum: 1, maximum: 9, default: 3 },
    ],
    [
      'exclusive bounds of 3.0',
      { type: 'integer', minimum: 1, exclusiveMinimum: true },
      { type: 'integer', minimum: 2 },
    ],
    ['exclusive bounds of 3.1', { type: 'integer', exclusiveMaximum: 9 }, { type: 'integer', maximum: 8 }],
    [
      'lengths and formats',
      { type: 'string', format: 'uuid', minLength: 1, maxLength: 40 },
      { type: 'string', format: 'uuid', minLength: 1, maxLength: 40 },
    ],
    ['a pattern', { type: 'string', pattern: '^[a-z]+$' }, { type: 'string', pattern: '^[a-z]+$' }],
    ['no pattern that looks ahead', { type: 'string', pattern: '^(?=a)b' }, { type: 'string' }],
    ['no default of another type', { type: 'integer', default: 'three' }, { type: 'integer' }],
    [
      'no default outside of its values',
      { type: 'string', enum: ['a'], default: 'z' },
      { type: 'string', enum: ['a'] },
    ],
    ['a type that may be null', { type: ['string', 'null'] }, { type: 'string' }],
    ['a nullable reference', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'integer' }],
    ['all of several', { allOf: [{ type: 'string' }, { maxLength: 3 }] }, { type: 'string', maxLength: 3 }],
    ['lists', { type: 'array', items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
    [
      'no list of values that are too many',
      { type: 'string', enum: Array.from({ length: 101 }, (_, index) => `v${index}`) },
      { type: 'string' },
    ],
  ])('keeps %s', (_title, schema, expected) => {
    const paths = {
      '/a': { get: { operationId: 'getA', parameters: [{ name: 'x', in: 'query', schema }], responses } },
    };
    const { operation } = generate(documentOf(paths, { openapi: '3.1.0' }));
    expect(operation('get_a').parameters[0]?.schema).toEqual(expected);
  });

  it('reports a pattern that it leaves out', () => {
    const parameters = [{ name: 'x', in: 'query', schema: { type: 'string', pattern: '(a)\\1' } }];
    const { report } = generate(documentOf({ '/a': { get: { parameters, responses } } }));
    expect(report.notes).toContainEqual({
      operation: 'GET /a',
      note: "'x' has a pattern that adapters cannot check; the API checks it",
    });
  });

  it.each([
    ['password', {}, true],
    ['apiKey', {}, true],
    ['clientSecret', {}, true],
    ['pin', { format: 'password' }, true],
    ['note', { writeOnly: true }, true],
    ['pageToken', {}, false],
    ['max_tokens', {}, false],
    ['passwordless', {}, false],
  ])('marks %s with %o as sensitive: %s', (name, more, sensitive) => {
    const body = jsonBody({ type: 'object', properties: { [name]: { type: 'string', ...more } } });
    const { adapter } = generate(
      documentOf({ '/a': { post: { operationId: 'createA', requestBody: body, responses } } }),
    );
    expect(adapter.operations[0]?.parameters[0]?.sensitive).toBe(sensitive);
  });

  it('writes lists in a query as the document does', () => {
    const parameters = [
      { name: 'a', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
      { name: 'b', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    ];
    const { adapter } = generate(documentOf({ '/a': { get: { parameters, responses } } }));
    expect(adapter.operations[0]?.parameters.map(({ explode }) => explode)).toEqual([false, undefined]);
  });
});

describe('updates', () => {
  const body = jsonBody({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } });
  const put = { operationId: 'updatePet', requestBody: body, responses };

  it('name what a PUT is read with, and demand nothing of what is merged', () => {
    const { operation } = generate(documentOf({ '/pets/{petId}': { parameters: [petId], ...getPet, put } }));
    expect(operation('update_pet')).toMatchObject({
      readWith: 'get_pet',
      category: 'update',
      input: [{ name: 'name', required: false }],
    });
  });

  it('do not send back what the document has for answers alone', () => {
    const inner = { type: 'object', properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } } };
    const schema = {
      allOf: [
        { type: 'object', properties: { id: { type: 'string', readOnly: true } } },
        { type: 'object', properties: { id: { type: 'string', minLength: 1 } } },
        { type: 'object', properties: { owner: inner, tags: { type: 'array', items: inner } } },
      ],
    };
    const { operation } = generate(
      documentOf({
        '/things/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          get: { operationId: 'getThing', responses: jsonAnswer(schema) },
          put: { operationId: 'replaceThing', requestBody: jsonBody(schema), responses },
        },
      }),
    );
    expect(operation('replace_thing')).toMatchObject({
      readWith: 'get_thing',
      readOnly: ['id', 'owner.id'],
      input: [{ name: 'owner' }, { name: 'tags' }],
    });
  });

  it('are destructive executions where a PUT cannot be read', () => {
    const { operation } = generate(documentOf({ '/pets/{petId}': { parameters: [petId], put } }));
    expect(operation('update_pet')).toMatchObject({
      category: 'execute',
      readWith: undefined,
      parameters: [{ name: 'pet_id' }, { name: 'name', in: 'body', required: true }],
      danger: { level: 'destructive', reasons: ['Replaces the pet: omitted members may be lost'] },
    });
  });

  it('are executions where the read needs more than the PUT has', () => {
    const get = {
      operationId: 'getPet',
      parameters: [{ name: 'as', in: 'query', required: true, schema: { type: 'string' } }],
      responses,
    };
    const { operation } = generate(documentOf({ '/pets/{petId}': { parameters: [petId], get, put } }));
    expect(operation('update_pet')).toMatchObject({ category: 'execute', danger: { level: 'destructive' } });
  });

  it('by PATCH take the members of the body as input', () => {
    const patch = { operationId: 'patchPet', requestBody: body, responses };
    const { operation } = generate(documentOf({ '/pets/{petId}': { parameters: [petId], patch } }));
    expect(operation('patch_pet')).toMatchObject({
      method: 'PATCH',
      parameters: [{ name: 'pet_id' }],
      input: [{ name: 'name' }],
    });
  });
});

describe('paging', () => {
  const integer = (name: string, more: object = {}) => ({ name, in: 'query', schema: { type: 'integer', ...more } });
  const text = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
  const list = { type: 'array', items: { type: 'object' } };

  it.each<[string, object[], object, object, object]>([
    [
      'pages',
      [integer('page'), integer('per_page', { maximum: 50, default: 10 })],
      list,
      {},
      { style: 'page', parameter: 'page', sizeParameter: 'per_page', defaultSize: 10, maxSize: 50 },
    ],
    [
      'links',
      [integer('page'), integer('per_page')],
      list,
      { Link: { schema: { type: 'string' } } },
      { style: 'link_header', parameter: 'page' },
    ],
    [
      'offsets',
      [integer('offset'), integer('limit')],
      { type: 'object', properties: { items: list, total: { type: 'integer' } } },
      {},
      { style: 'offset', parameter: 'offset', itemsAt: 'items', totalAt: 'total' },
    ],
    [
      'cursors',
      [text('pageToken'), integer('pageSize')],
      { type: 'object', properties: { things: list, nextPageToken: { type: 'string' } } },
      {},
      {
        style: 'cursor',
        parameter: 'pageToken',
        sizeParameter: 'pageSize',
        itemsAt: 'things',
        cursorAt: 'nextPageToken',
      },
    ],
    [
      'cursors one level down',
      [text('cursor'), integer('limit')],
      {
        type: 'object',
        properties: { data: list, meta: { type: 'object', properties: { next_cursor: { type: 'string' } } } },
      },
      {},
      { style: 'cursor', cursorAt: 'meta.next_cursor' },
    ],
    [
      'cursors in links',
      [text('after'), integer('per_page')],
      list,
      { Link: { schema: { type: 'string' } } },
      { style: 'link_header', parameter: 'after' },
    ],
  ])('is recognised by %s', (_title, parameters, schema, headers, expected) => {
    const get = { operationId: 'listThings', parameters, responses: jsonAnswer(schema, headers) };
    const { operation } = generate(documentOf({ '/things': { get } }));
    expect(operation('list_things').paging).toMatchObject(expected);
    expect(operation('list_things').parameters).toEqual([]);
  });

  it.each<[string, object[], number]>([
    ['0 as the default of a page', [integer('page', { default: 0 }), integer('size')], 0],
    ['0 as the least page', [integer('Page', { minimum: 0 }), integer('PageSize')], 0],
    ['pages from 0 in words', [{ ...integer('page'), description: 'The page, starting with 0.' }], 0],
    ['zero-based pages', [{ ...integer('page'), description: 'Zero-based page index' }], 0],
    ['1 as the default of a page', [integer('page', { default: 1, minimum: 0 })], 1],
    ['nothing about the first page', [integer('page')], 1],
    ['1 as the first item', [integer('startIndex', { minimum: 1 }), integer('count')], 1],
    ['1-based items in words', [{ ...integer('start_index'), description: 'The 1-based index' }, integer('count')], 1],
    ['nothing about the first item', [integer('offset'), integer('limit')], 0],
  ])('begins as the document has it: %s', (_title, parameters, firstIndex) => {
    const get = { operationId: 'listThings', parameters, responses: jsonAnswer(list) };
    expect(generate(documentOf({ '/things': { get } })).operation('list_things').paging).toMatchObject({ firstIndex });
  });

  it.each<[string, object[], object]>([
    ['a range of numbers', [integer('from'), integer('to'), integer('limit')], list],
    ['a range of times', [integer('from'), integer('limit'), integer('until')], list],
    ['a beginning by its time', [{ ...integer('start'), description: 'Unix time of the first' }, integer('limit')], list],
    [
      'a date among cursors',
      [{ name: 'after', in: 'query', schema: { type: 'string', format: 'date-time' } }, integer('limit')],
      { type: 'object', properties: { items: list, next: { type: 'string' } } },
    ],
  ])('does not take %s for a position', (_title, parameters, schema) => {
    const get = { operationId: 'listThings', parameters, responses: jsonAnswer(schema) };
    const { operation } = generate(documentOf({ '/things': { get } }));
    expect(operation('list_things').paging).toBeUndefined();
    expect(operation('list_things').parameters).toHaveLength(parameters.length);
  }); // prettier-ignore

  it.each<[object, string | undefined]>([
    [{ count: { type: 'integer' } }, undefined],
    [{ count: { type: 'integer', description: 'Items on this page' } }, undefined],
    [{ count: { type: 'integer', description: 'The total number of items' } }, 'count'],
    [{ count: { type: 'integer' }, next: { type: 'string' }, previous: { type: 'string' } }, 'count'],
  ])('takes a count for the total only if it is one: %j', (members, totalAt) => {
    const answer = jsonAnswer({ type: 'object', properties: { items: list, ...members } });
    const get = { operationId: 'listThings', parameters: [integer('page')], responses: answer };
    expect(generate(documentOf({ '/things': { get } })).operation('list_things').paging).toMatchObject({ totalAt });
  });

  it('is not detected if the answer is not a list', () => {
    const get = { operationId: 'getPage', parameters: [integer('page')], responses: jsonAnswer({ type: 'object' }) };
    const { operation } = generate(documentOf({ '/page': { get } }));
    expect(operation('get_page')).toMatchObject({ paging: undefined, parameters: [{ name: 'page' }] });
  });
});

describe('danger', () => {
  it.each<[string, object, string]>([
    ['nothing', {}, 'reversible'],
    ['its description', { description: 'This cannot be undone.' }, 'destructive'],
    ['many at once', { summary: 'Remove all members' }, 'dangerous'],
    ['an extension', { 'x-danger-level': 'forbidden' }, 'forbidden'],
    ['a flag', { 'x-destructive': true }, 'destructive'],
  ])('is raised by %s', (_title, more, level) => {
    const post = { operationId: 'sendMembers', responses, ...more };
    const { operation } = generate(documentOf({ '/members/send': { post } }));
    expect(operation('send_members').danger.level).toBe(level);
  });

  it('asks by name before something is deleted', () => {
    const paths = { '/shops/{shop}/pets/{petId}': { delete: { operationId: 'deletePet', responses } } };
    const { operation } = generate(documentOf(paths));
    expect(operation('delete_pet').danger).toMatchObject({
      level: 'destructive',
      confirmationMessage: "Delete pet '{pet_id}'?",
    });
  });
});

describe('auth', () => {
  const paths = { '/a': { get: { operationId: 'getA', responses } } };
  const secured = (scheme: object) => ({ components: { securitySchemes: { one: scheme } }, security: [{ one: [] }] });

  it.each<[string, object, object]>([
    ['bearer', { type: 'http', scheme: 'bearer' }, { type: 'bearer', tokenEnv: 'SMALL_TOKEN' }],
    [
      'basic',
      { type: 'http', scheme: 'Basic' },
      { type: 'basic', usernameEnv: 'SMALL_USERNAME', passwordEnv: 'SMALL_PASSWORD' },
    ],
    [
      'a header',
      { type: 'apiKey', in: 'header', name: 'X-Key' },
      { type: 'api_key', in: 'header', name: 'X-Key', keyEnv: 'SMALL_API_KEY' },
    ],
    ['a query', { type: 'apiKey', in: 'query', name: 'key' }, { type: 'api_key', in: 'query', name: 'key' }],
    [
      'OAuth',
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} } } },
      { type: 'bearer', tokenEnv: 'SMALL_TOKEN' },
    ],
  ])('is by %s', (_title, scheme, expected) => {
    const { adapter } = generate(documentOf(paths, secured(scheme)));
    expect(adapter.auth).toMatchObject(expected);
  });

  it('says that a flow is not run', () => {
    const { report } = generate(
      documentOf(paths, secured({ type: 'openIdConnect', openIdConnectUrl: 'https://a.example' })),
    );
    expect(report.notes[0]?.note).toContain('the openIdConnect flow itself is not run');
  });

  it('signs operations in their own way where they need another one, and not at all where they need none', () => {
    const { adapter } = generate(
      documentOf(
        {
          '/a': { get: { operationId: 'getA', responses, security: [{ token: [] }] } },
          '/b': { get: { operationId: 'getB', responses, security: [{ token: [] }, { session: [] }] } },
          '/c': { get: { operationId: 'getC', responses, security: [{ session: [] }] } },
          '/d': { get: { operationId: 'getD', responses, security: [] } },
          '/e': { get: { operationId: 'getE', responses, security: [{}] } },
          '/f': { get: { operationId: 'getF', responses, security: [{}, { token: [] }] } },
          '/g': { get: { operationId: 'getG', responses, security: [{ session: [] }, {}] } },
        },
        {
          components: {
            securitySchemes: {
              session: { type: 'apiKey', in: 'cookie', name: 's' },
              token: { type: 'http', scheme: 'bearer' },
            },
          },
        },
      ),
    );
    expect(adapter.auth).toMatchObject({ type: 'bearer', tokenEnv: 'SMALL_TOKEN' });
    expect(Object.fromEntries(adapter.operations.map(({ name, auth }) => [name, auth]))).toEqual({
      get_a: undefined,
      get_b: undefined,
      get_c: { type: 'api_key', in: 'cookie', name: 's', keyEnv: 'SMALL_API_KEY' },
      get_d: { type: 'none' },
      get_e: { type: 'none' },
      get_f: { type: 'bearer', tokenEnv: 'SMALL_TOKEN', prefix: 'Bearer', optional: true },
      get_g: { type: 'api_key', in: 'cookie', name: 's', keyEnv: 'SMALL_API_KEY', optional: true },
    });
  });

  it('combines keys that are required together, and names their variables after the adapter alone', () => {
    const key = (name: string) => ({ type: 'apiKey', in: 'header', name });
    const securitySchemes = { GITHUB_TOKEN: key('X-Client'), secret: key('X-Secret'), mutual: { type: 'mutualTLS' } };
    const { adapter, report } = generate(
      documentOf(
        { ...paths, '/b': { get: { operationId: 'getB', responses, security: [{ mutual: [] }] } } },
        { components: { securitySchemes }, security: [{ GITHUB_TOKEN: [], secret: [] }] },
      ),
    );
    expect(adapter.auth).toEqual({
      type: 'combined',
      parts: [
        { type: 'api_key', in: 'header', name: 'X-Client', keyEnv: 'SMALL_API_KEY' },
        { type: 'api_key', in: 'header', name: 'X-Secret', keyEnv: 'SMALL_API_KEY_2' },
      ],
    });
    expect(report.reasons).toEqual({ unsupported_auth: 1 });
  });
});

describe('a form', () => {
  const form = (schema: object, encoding: object = {}, required = false): object => ({
    required,
    content: { 'application/x-www-form-urlencoded': { schema, encoding } },
  });
  const message = {
    type: 'object',
    required: ['To'],
    properties: { To: { type: 'string' }, Tags: { type: 'array', items: { type: 'string' } } },
  };

  it.each([true, false])('is sent with all of its members, required: %s', (required) => {
    const post = { operationId: 'createMessage', responses, requestBody: form(message, {}, required) };
    const { operation, report } = generate(documentOf({ '/messages': { post } }));
    expect(operation('create_message')).toMatchObject({
      mediaType: 'application/x-www-form-urlencoded',
      parameters: [
        { wireName: 'To', in: 'body', required },
        { wireName: 'Tags', in: 'body' },
      ],
    });
    expect(report.reasons).toEqual({});
  });

  it('nests with brackets if the document says so, also in a query', () => {
    const created = {
      name: 'created',
      in: 'query',
      style: 'deepObject',
      explode: true,
      schema: { anyOf: [{ type: 'object' }, { type: 'integer' }] },
    };
    const post = {
      operationId: 'createPlan',
      responses,
      parameters: [created],
      requestBody: form(
        { type: 'object', properties: { items: { type: 'array', items: { type: 'object' } } } },
        { items: { style: 'deepObject' } },
      ),
    };
    const { operation } = generate(documentOf({ '/plans': { post } }));
    expect(operation('create_plan').parameters).toMatchObject([
      { wireName: 'created', in: 'query', style: 'deepObject' },
      { wireName: 'items', in: 'body', style: 'deepObject' },
    ]);
  });

  it('is not merged with what was read, so a PUT of it executes', () => {
    const item = {
      get: { operationId: 'getPlan', responses },
      put: { operationId: 'updatePlan', responses, requestBody: form(message) },
    };
    expect(generate(documentOf({ '/plan': item })).operation('update_plan')).toMatchObject({ category: 'execute' });
  });
});

describe('a choice of schemas', () => {
  const tagged = (kind: string, more: object = {}): object => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', enum: [kind] }, ...more },
  });
  const schemaOf = (schema: object): JsonObject => {
    const post = { operationId: 'createPayment', responses, requestBody: jsonBody(schema) };
    const { parameters } = generate(documentOf({ '/payments': { post } })).operation('create_payment');
    return Object.fromEntries(parameters.map(({ name, schema: own }) => [name, own]));
  };

  it.each(['oneOf', 'anyOf'])('keeps the tags of every branch of %s', (keyword) => {
    const branches = [tagged('card', { number: { type: 'string' } }), tagged('bank', { iban: { type: 'string' } })];
    expect(schemaOf({ [keyword]: branches })).toEqual({
      kind: { type: 'string', enum: ['card', 'bank'] },
      number: { type: 'string' },
      iban: { type: 'string' },
    });
    expect(schemaOf({ type: 'object', properties: { method: { [keyword]: branches } } })).toMatchObject({
      method: { properties: { kind: { enum: ['card', 'bank'] } }, required: ['kind'] },
    });
  });

  it('keeps the values that all parts of allOf accept', () => {
    const parts = [
      { type: 'object', properties: { kind: { type: 'string', enum: ['card', 'bank'] } } },
      { properties: { kind: { enum: ['bank', 'cash'] } } },
    ];
    expect(schemaOf({ allOf: parts })).toEqual({ kind: { type: 'string', enum: ['bank'] } });
  });

  it('accepts any value where branches differ in type', () => {
    expect(
      schemaOf({ type: 'object', properties: { stop: { oneOf: [{ type: 'string' }, { type: 'array', items: {} }] } } }),
    ).toEqual({
      stop: {},
    });
  });
});

describe('the rest of a document', () => {
  it.each<[string, object, string]>([
    [
      'forms without named members',
      { post: { responses, requestBody: { required: true, content: { 'multipart/form-data': {} } } } },
      'open_body',
    ],
    ['XML bodies', { post: { responses, requestBody: { required: true, content: { 'application/xml': {} } } } }, 'xml'],
    [
      'unknown answers',
      { get: { responses: { '200': { description: '', content: { nothing: {} } } } } },
      'unknown_answer',
    ],
    ['streams', { get: { responses: { '200': { description: '', content: { 'text/event-stream': {} } } } } }, 'stream'],
    ['web sockets', { get: { responses: { '101': { description: '' } } } }, 'websocket'],
    ['OPTIONS', { options: { responses } }, 'unsupported_method'],
    ['other servers', { get: { responses, servers: [{ url: 'https://other.example.org' }] } }, 'other_server'],
    [
      'objects in a query',
      { get: { responses, parameters: [{ name: 'f', in: 'query', required: true, schema: { type: 'object' } }] } },
      'structured_parameter',
    ],
  ])('leaves out %s', (_title, item, reason) => {
    const { report, adapter } = generate(documentOf({ '/b': item, '/a': { get: { operationId: 'getA', responses } } }));
    expect(adapter.operations.map(({ name }) => name)).toEqual(['get_a']);
    expect(report.reasons).toEqual({ [reason]: 1 });
    expect(report.operations).toEqual({ found: 2, written: 1, left_out: 1 });
  });

  it('tells operations on one path apart by a fragment, which is not sent', () => {
    const paths = {
      '/a': { get: { operationId: 'getA', responses } },
      '/a#all': { get: { operationId: 'listA', responses } },
    };
    const { operation, report } = generate(documentOf(paths));
    expect([operation('get_a').path, operation('list_a').path]).toEqual(['/a', '/a']);
    expect(report.written.map((each) => each.operation)).toEqual(['GET /a', 'GET /a#all']);
  });

  it('sends bodies that are files, lists, changes or anything as one value', () => {
    const post = (media: string, schema: object) => ({
      post: { responses, requestBody: { required: true, content: { [media]: { schema } } } },
    });
    const { adapter, report } = generate(
      documentOf({
        '/bytes': post('application/octet-stream', { type: 'string', format: 'binary' }),
        '/list': post('application/json', { type: 'array', items: { type: 'integer' } }),
        '/changes': { patch: post('application/json-patch+json', { type: 'array', items: {} }).post },
        '/anything': post('application/json', {}),
        '/map': post('application/json', { type: 'object', additionalProperties: { type: 'integer' } }),
      }),
    );
    expect(report.reasons).toEqual({});
    expect(
      Object.fromEntries(
        adapter.operations.map(({ path, parameters: [own] }) => [path, [own?.whole, own?.file, own?.schema['type']]]),
      ),
    ).toEqual({
      '/bytes': [true, true, 'object'],
      '/list': [true, undefined, 'array'],
      '/changes': [true, undefined, 'array'],
      '/anything': [true, undefined, undefined],
      '/map': [true, undefined, 'object'],
    });
  });

  it('offers files of a form, alone and in lists', () => {
    const schema = {
      type: 'object',
      required: ['photo'],
      properties: {
        photo: { type: 'string', format: 'binary', description: 'A photo' },
        more: { type: 'array', items: { type: 'string', format: 'binary' } },
        title: { type: 'string' },
      },
    };
    const requestBody = { required: true, content: { 'multipart/form-data': { schema } } };
    const { operation } = generate(
      documentOf({ '/photos': { post: { operationId: 'addPhoto', responses, requestBody } } }),
    );
    expect(operation('add_photo')).toMatchObject({
      mediaType: 'multipart/form-data',
      parameters: [
        { name: 'photo', required: true, file: true, schema: { required: ['content'], additionalProperties: false } },
        { name: 'more', file: true, schema: { type: 'array', items: { required: ['content'] } } },
        { name: 'title', schema: { type: 'string' } },
      ],
    });
  });

  it('keeps the style of every parameter', () => {
    const list = { type: 'array', items: { type: 'string' } };
    const parameters = [
      { name: 'id', in: 'path', required: true, style: 'matrix', explode: true, schema: list },
      { name: 'q', in: 'query', style: 'pipeDelimited', explode: false, schema: list },
      { name: 's', in: 'cookie', schema: { type: 'string' } },
      { name: 'f', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
      { name: 'n', in: 'query', schema: { type: 'array', items: { type: 'object' } } },
    ];
    const { adapter } = generate(documentOf({ '/a/{id}': { get: { parameters, responses } } }));
    expect(
      adapter.operations[0]?.parameters.map(({ wireName, in: place, style, explode }) => [
        wireName,
        place,
        style,
        explode,
      ]),
    ).toEqual([
      ['id', 'path', 'matrix', true],
      ['q', 'query', 'pipeDelimited', undefined],
      ['s', 'cookie', undefined, undefined],
      ['f', 'query', 'json', undefined],
      ['n', 'query', 'json', undefined],
    ]);
  });

  it('fills in the variables of a server', () => {
    const servers = [
      { url: 'https://{host}.example.org/{v}/', variables: { host: { default: 'api' }, v: { default: 'v2' } } },
    ];
    const { adapter } = generate(documentOf({ '/a': { get: { responses } } }, { servers }));
    expect(adapter.baseUrl).toBe('https://api.example.org/v2');
  });

  it('maps a status whose meaning the document tells everywhere alike', () => {
    const one = {
      '404': { description: 'No such shop, or it is closed' },
      '401': { description: 'Unauthorized' },
      ...responses,
    };
    const { adapter } = generate(documentOf({ '/a': { get: { responses: one } }, '/b': { get: { responses: one } } }));
    expect(adapter.mapping).toMatchObject([
      { statuses: [404], code: 'NOT_FOUND_RESOURCE', messageTemplate: 'No such shop, or it is closed' },
    ]);
  });

  it('takes a limit from an extension, with the headers of the answers', () => {
    const answers = jsonAnswer({}, { 'X-RateLimit-Remaining': { schema: { type: 'integer' } } });
    const { adapter } = generate(
      documentOf({ '/a': { get: { responses: answers } } }, { 'x-rate-limit': { limit: 60, window: 'minute' } }),
    );
    expect(adapter.apiLimits).toMatchObject([
      { limit: 60, window: 'minute', remainingHeader: 'X-RateLimit-Remaining' },
    ]);
  });

  it('shows types, what is returned, the resource and an example', () => {
    const get = {
      operationId: 'getPet',
      parameters: [{ ...petId, example: 7 }],
      responses: jsonAnswer({ $ref: '#/components/schemas/Pet' }),
    };
    const pet = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, bornAt: { type: 'string' } },
    };
    const { adapter, operation } = generate(documentOf({ '/pets/{petId}': { get } }, schemas(pet)));
    expect(operation('get_pet')).toMatchObject({
      returns: { type: 'Pet' },
      resource: { type: 'pet', id: '{pet_id}' },
      examples: [{ request: { operation: 'get_pet', params: { pet_id: 7 } } }],
    });
    expect(adapter.types).toMatchObject([
      { name: 'Pet', kind: 'object', fields: [{ name: 'id' }, { name: 'born_at', wireName: 'bornAt' }] },
    ]);
  });

  it('chooses by tag, glob and limit', () => {
    const text = documentOf({
      '/a': {
        get: { operationId: 'getA', tags: ['x'], responses },
        delete: { operationId: 'deleteA', tags: ['x'], responses },
      },
      '/b': { get: { operationId: 'getB', tags: ['y'], responses } },
    });
    const names = (options: object) => generate(text, options).adapter.operations.map(({ name }) => name);
    expect(names({ tags: ['x'] })).toEqual(['get_a', 'delete_a']);
    expect(names({ include: ['GET *'] })).toEqual(['get_a', 'get_b']);
    expect(names({ exclude: ['/b', 'delete?'] })).toEqual(['get_a']);
    expect(generate(text, { limit: 1 }).report.reasons).toEqual({ too_many: 2 });
  });

  it('claims no more trust than it has, and says where it is from', () => {
    const { adapter } = generate(documentOf({ '/a': { get: { responses } } }), { credit: 'Source: a test' });
    expect(adapter).toMatchObject({ trustClaim: 'generated', name: 'small', version: '1.2.3' });
    expect(adapter.documentation).toContain('Source: a test');
  });

  it('reads YAML, and writes the same bytes each time', async () => {
    const yaml =
      'openapi: 3.1.0\ninfo: {title: T, version: "1"}\nservers: [{url: "https://a.example"}]\npaths:\n  /a:\n    get: {responses: {200: {description: ok}}}\n';
    const [first, second] = [await generateAdapter(yaml), await generateAdapter(yaml)];
    expect(first.text).toBe(second.text);
    expect(first.text).toContain('maps_to: GET /a');
  });
});
