import { describe, expect, it } from 'vitest';
import type { ToolCall } from './recovering.ts';
import { createScripted } from './testing/scripted-client.ts';

const done = { result: { content: [{ type: 'text', text: 'fine' }] } };
const server = {
  announced: false,
  tools: { 'get-sum': false, echo: false, read_text_file: false, list: false },
  schemas: {
    'get-sum': { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
    echo: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    read_text_file: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    list: { type: 'object', properties: { sort: { enum: ['name', 'size'] } }, additionalProperties: false },
  },
};
const recover = (call: ToolCall, options = {}, own = server) => {
  const scripted = createScripted([done], options, own);
  return scripted.client.recover(call).then((recovered) => ({ ...scripted, recovered }));
};

describe('a call of a server that does not know the contract', () => {
  it.each([
    ['get-sum', { a: 1, b: '2' }, { a: 1, b: 2 }],
    ['echo', { mesage: 'hi' }, { message: 'hi' }],
    ['read_text_file', { pth: 'notes.txt' }, { path: 'notes.txt' }],
    ['list', { sort: 'nmae' }, { sort: 'name' }],
    ['list', { sorts: 'size' }, { sort: 'size' }],
  ])('is sent once, corrected: %s %j', async (name, wrong, right) => {
    const { recovered, sent } = await recover({ name, arguments: wrong });
    expect(sent).toEqual([{ name, arguments: right }]);
    expect(recovered).toMatchObject({ end: 'succeeded', calls: 1 });
    expect(recovered.explain()).toContain('corrects');
  });

  it.each([
    ['get-sum', { a: 1, b: 'two' }, 'VALIDATION_INVALID_TYPE'],
    ['get-sum', { a: 1 }, 'VALIDATION_MISSING_PARAM'],
    ['list', { sort: 'date' }, 'VALIDATION_INVALID_ENUM'],
    ['list', { depth: 3 }, 'VALIDATION_UNKNOWN_PARAM'],
    ['list', { sort: 'nmae', depth: 3 }, 'VALIDATION_UNKNOWN_PARAM'],
  ])('is refused without being sent where no one correction exists: %s %j', async (name, wrong, code) => {
    const { recovered, sent } = await recover({ name, arguments: wrong });
    expect(sent).toEqual([]);
    expect(recovered).toMatchObject({ end: 'handed_over', calls: 0, failure: { code, effect: 'none' } });
    expect(recovered.result).toMatchObject({ isError: true, structuredContent: { ok: false, code } });
    expect(recovered.steps).toContainEqual(expect.objectContaining({ kind: 'failure', source: 'listed' }));
  });

  it.each([
    ['what a name that contains another means', { dry_run: true }],
    ['the opposite of a name', { include: 'a' }],
    ['a name that may be one that is there too', { exclude: 'a', exclud: 'b' }],
    ['a value that contains an allowed one', { mode: 'soft-delete' }],
    ['a code that is nearly another', { asset: 'USDT' }],
    ['a sign before a value', { sort: '-name' }],
    ['a version that was read as a number', { python: 3.1 }],
    ['another form of a value', { mode: 'deleted' }],
    ['another form of a name', { deleted: true }],
    ['an environment of a similar name', { stage: 'prod' }],
  ])('does not guess %s', async (_, args) => {
    const properties = {
      run: { type: 'boolean' },
      delete: { type: 'boolean' },
      stage: { enum: ['prd', 'dev'] },
      exclude: { type: 'string' },
      excludes: { type: 'string' },
      mode: { enum: ['delete', 'keep'] },
      asset: { enum: ['USDC', 'ETH'] },
      sort: { enum: ['name', 'size'] },
      python: { type: 'string' },
    };
    const schemas = { clean: { type: 'object', properties, additionalProperties: false } };
    const own = { announced: false, tools: { clean: false }, schemas };
    const { recovered, sent } = await recover({ name: 'clean', arguments: args }, {}, own as never);
    expect(sent).toEqual([]);
    expect(recovered).toMatchObject({ end: 'handed_over', calls: 0, failure: { effect: 'none' } });
  });

  it('does not take a tool for its opposite, though the caller allows both', async () => {
    const own = { announced: false, tools: { disable_user: false, set_user: false }, schemas: {} };
    for (const name of ['enable_user', 'get_user', 'disable_users']) {
      const { sent } = await recover({ name, arguments: {} }, { allow: ['disable_user', 'set_user'] }, own as never);
      expect(sent).toEqual([]);
    }
  });

  it('does not leave out an argument, though the tool is declared to read', async () => {
    const { sent } = await recover({ name: 'list', arguments: { depth: 3 } }, { reads: ['list'] });
    expect(sent).toEqual([]);
  });

  it('gets near names where no tool has that name', async () => {
    const { recovered, sent } = await recover({ name: 'ecko', arguments: {} });
    expect(sent).toEqual([]);
    expect(recovered).toMatchObject({
      end: 'handed_over',
      failure: { code: 'NOT_FOUND_OPERATION', similar: [{ ref: 'echo', role: 'tool' }] },
    });
  });

  it('goes to the one tool of nearly that name if the caller allows it', async () => {
    const { sent } = await recover({ name: 'ehco', arguments: { message: 'hi' } }, { allow: ['echo'] });
    expect(sent).toEqual([{ name: 'echo', arguments: { message: 'hi' } }]);
  });

  it.each([
    ['a date', { path: new Date(0) }, 1],
    ['a value that is not JSON', { path: 5n }, 1],
    ['a function beside a slip', { pth: 'a', log: () => undefined }, 1],
  ])('is checked as it would be sent, with %s', async (_, args, calls) => {
    const { recovered } = await recover({ name: 'read_text_file', arguments: args });
    expect(recovered).toMatchObject({ end: 'succeeded', calls });
  });

  it('is sent as it is if the caller does not want it checked', async () => {
    const call = { name: 'get-sum', arguments: { a: 1, b: '2' } };
    expect((await recover(call, { checkArguments: false })).sent).toEqual([call]);
  });

  it.each([
    ['lists no tools', {}],
    ['lists a tool without a schema', { other: false, 'get-sum': false }],
  ])('is sent as it is if the server %s', async (_, tools) => {
    const call = { name: 'get-sum', arguments: { b: '2' } };
    expect((await recover(call, {}, { announced: false, tools, schemas: {} } as never)).sent).toEqual([call]);
  });

  it('is sent as it is if the list continues for longer than it is read', async () => {
    const scripted = createScripted([done], {}, server);
    const before = scripted.raw.listTools;
    scripted.raw.listTools = async () => ({ ...(await before()), nextCursor: 'more' });
    expect(await scripted.client.recover({ name: 'further_down' })).toMatchObject({ end: 'succeeded', calls: 1 });
  });

  it('is compared with a fresh list before it is refused', async () => {
    const scripted = createScripted([done], {}, server);
    await scripted.client.listTools();
    const before = scripted.raw.listTools;
    scripted.raw.listTools = async () => {
      const { tools } = await before();
      return { tools: [...tools, { name: 'added', annotations: { readOnlyHint: false }, inputSchema: {} }] };
    };
    expect(await scripted.client.recover({ name: 'added', arguments: {} })).toMatchObject({ end: 'succeeded' });
  });
});

describe('a call of a server of the contract', () => {
  it('is not checked: the server says itself what is wrong', async () => {
    const call = { name: 'get-sum', arguments: { a: 1, b: '2' } };
    const { sent } = await recover(call, {}, { ...server, announced: true });
    expect(sent).toMatchObject([call]);
  });
});
