import { describe, expect, it } from 'vitest';
import { json } from '../../../test/fault.ts';
import { adapter, call, exchangeOf, operation, parameter } from '../testing/adapters.ts';
import { startUpstream } from '../testing/upstream.ts';

const id = parameter('id', { in: 'path', required: true });
const reading = operation({ path: '/things/{id}', parameters: [id] });
const updating = operation({
  name: 'update_thing',
  category: 'update',
  method: 'PUT',
  path: '/things/{id}',
  parameters: [id, parameter('if_match', { in: 'header', wireName: 'If-Match' })],
  readWith: 'get_thing',
});

const start = async (stored: unknown, headers: Record<string, string> = {}, status = 200) => {
  const upstream = await startUpstream(({ method }) =>
    method === 'GET' ? json(200, stored, headers) : json(status, { done: true }),
  );
  return { exchange: exchangeOf(adapter(upstream.url, { operations: [reading, updating] })), upstream };
};

describe('an update by PUT', () => {
  it('merges into what is there: objects merge, lists are replaced, null removes, the rest stays', async () => {
    const { exchange, upstream } = await start({
      title: 'old',
      kept: 1,
      gone: 2,
      list: [1, 2],
      deep: { a: 1, b: { c: 1, d: 2 }, e: 3 },
    });
    const input = { title: 'new', gone: null, list: [3], deep: { b: { c: 9 }, e: null, f: { g: 1, h: null } } };
    expect(await call(exchange, updating, { id: 7, input })).toMatchObject({ ok: true, value: { done: true } });
    expect(upstream.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /things/7',
      'PUT /things/7',
    ]);
    expect(JSON.parse(String(upstream.requests[1]?.body))).toEqual({
      title: 'new',
      kept: 1,
      list: [3],
      deep: { a: 1, b: { c: 9, d: 2 }, f: { g: 1 } },
    });
  });

  it('does not send back what is read-only, inside of objects too', async () => {
    const stored = { id: 7, name: 'old', owner: { id: 1, name: 'ann', 'a.b': 2 }, list: [{ id: 3 }], created: 'x' };
    const { exchange, upstream } = await start(stored);
    const own = { ...updating, readOnly: ['id', 'created', 'owner.id', 'list.id', 'absent'] };
    await call(exchange, own, { id: 7, input: { name: 'new' } });
    expect(JSON.parse(String(upstream.requests[1]?.body))).toEqual({
      name: 'new',
      owner: { name: 'ann', 'a.b': 2 },
      list: [{ id: 3 }],
    });
  });

  it('writes back an integer that a number cannot hold', async () => {
    const upstream = await startUpstream({
      headers: { 'content-type': 'application/json' },
      body: '{"id":9007199254740993,"same":"9007199254740993","list":[-9007199254740995]}',
    });
    const exchange = exchangeOf(adapter(upstream.url, { operations: [reading, updating] }));
    await call(exchange, updating, { id: 7, input: { a: '9007199254740993' } });
    expect(String(upstream.requests[1]?.body)).toBe(
      '{"id":9007199254740993,"same":"9007199254740993","list":[-9007199254740995],"a":"9007199254740993"}',
    );
  });

  it('is bound to the version that was read, and a changed one is a conflict', async () => {
    const { exchange, upstream } = await start({ a: 1 }, { etag: '"v7"' }, 412);
    expect(await call(exchange, updating, { id: 7, input: { a: 2 } })).toMatchObject({
      code: 'CONFLICT_VERSION_MISMATCH',
      effect: 'none',
      details: { http_status: 412 },
    });
    expect(upstream.requests[1]?.headers['if-match']).toBe('"v7"');
    expect(upstream.requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('is a conflict even if the adapter uses the table as printed', async () => {
    const upstream = await startUpstream(({ method }) => json(method === 'GET' ? 200 : 412, {}, { etag: '"v"' }));
    const given = adapter(upstream.url, { operations: [reading, updating], statuses: 'strict' });
    expect(await call(exchangeOf(given), updating, { id: 1, input: {} })).toMatchObject({
      code: 'CONFLICT_VERSION_MISMATCH',
    });
  });

  it("is bound to the caller's version where it names one", async () => {
    const { exchange, upstream } = await start({ a: 1 }, { etag: '"v7"' });
    await call(exchange, updating, { id: 7, input: { a: 2 }, if_match: '"v6"' });
    expect(upstream.requests[1]?.headers['if-match']).toBe('"v6"');
  });

  it.each([
    ['a list', [1]],
    ['nothing', null],
  ])('writes nothing if %s was read', async (_what, stored) => {
    const { exchange, upstream } = await start(stored);
    expect(await call(exchange, updating, { id: 7, input: { a: 2 } })).toMatchObject({ ok: false, effect: 'none' });
    expect(upstream.requests).toHaveLength(1);
  });

  it('answers with the failure of the read, which left nothing behind', async () => {
    const upstream = await startUpstream(json(404, {}));
    const exchange = exchangeOf(adapter(upstream.url, { operations: [reading, updating] }));
    expect(await call(exchange, updating, { id: 7, input: {} })).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      effect: 'none',
    });
    expect(upstream.requests).toHaveLength(1);
  });
});
