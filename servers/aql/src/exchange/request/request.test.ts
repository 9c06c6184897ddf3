import { describe, expect, it } from 'vitest';
import type { AdapterOperation } from '../../adapter/adapter.ts';
import { adapter, call, exchangeOf, operation, parameter } from '../testing/adapters.ts';
import { startUpstream } from '../testing/upstream.ts';

const inPath = (...names: string[]) => names.map((name) => parameter(name, { in: 'path', required: true }));

/** The request that arrives at an API below `/v1` when an operation is called. */
const arrivedFrom = async (called: AdapterOperation, given: Parameters<typeof call>[2]) => {
  const upstream = await startUpstream();
  const exchange = exchangeOf(adapter(`${upstream.url}/v1`));
  const outcome = await call(exchange, called, given);
  return { outcome, arrived: upstream.requests };
};

describe('a form', () => {
  const send = operation({
    category: 'create',
    method: 'POST',
    path: '/messages',
    mediaType: 'application/x-www-form-urlencoded',
    parameters: [
      parameter('to', { in: 'body', wireName: 'To' }),
      parameter('tags', { in: 'body', schema: { type: 'array' } }),
      parameter('items', { in: 'body', style: 'deepObject', schema: { type: 'array' } }),
    ],
  });

  it('has pairs for single values, lists and what is inside them', async () => {
    const { arrived } = await arrivedFrom(send, {
      to: 'a b&c=d\n',
      tags: ['x', 'y'],
      items: [{ price: 5, notes: ['ä'] }, { price: 6 }],
    });
    expect(arrived[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(String(arrived[0]?.body)).toBe(
      'To=a%20b%26c%3Dd%0A&tags=x&tags=y&items%5B0%5D%5Bprice%5D=5&items%5B0%5D%5Bnotes%5D%5B0%5D=%C3%A4&items%5B1%5D%5Bprice%5D=6',
    );
  });

  it.each([
    ['null', { items: [null] }, 'VALIDATION_INVALID_VALUE'],
    ['NUL', { to: 'a\0b' }, 'VALIDATION_CONTROL_CHARS'],
  ])('refuses %s and sends nothing', async (_what, given, code) => {
    const { outcome, arrived } = await arrivedFrom(send, given);
    expect(outcome).toMatchObject({ code, effect: 'none' });
    expect(arrived).toEqual([]);
  });
});

describe('a path', () => {
  it('is filled with its own parameter, whatever one of the query is called', async () => {
    const same = operation({
      path: '/lists/{list_id}',
      parameters: [...inPath('list_id'), parameter('query_list_id', { in: 'query', wireName: 'list_id' })],
    });
    const { arrived } = await arrivedFrom(same, { list_id: '7', query_list_id: '8' });
    expect(arrived[0]?.target).toBe('/v1/lists/7?list_id=8');
  });

  const repository = operation({ path: '/repos/{owner}/{repo}', parameters: inPath('owner', 'repo') });

  it('is appended to the base, whose own path stays', async () => {
    const { arrived } = await arrivedFrom(repository, { owner: 'octocat', repo: 'hello' });
    expect(arrived.map(({ target }) => target)).toEqual(['/v1/repos/octocat/hello']);
  });

  it.each([
    ['a slash', 'a/b', 'a%2Fb'],
    ['what looks encoded', 'a%2Fb', 'a%252Fb'],
    ['a question', 'a?b=c#d', 'a%3Fb%3Dc%23d'],
    ['what RFC 3986 reserves', "!'()*", '%21%27%28%29%2A'],
    ['other scripts', 'ü 日', '%C3%BC%20%E6%97%A5'],
    ['a dot among others', '.github', '.github'],
    ['three dots', '...', '...'],
  ])('encodes %s', async (_what, owner, encoded) => {
    const { arrived } = await arrivedFrom(repository, { owner, repo: 'r' });
    expect(arrived.map(({ target }) => target)).toEqual([`/v1/repos/${encoded}/r`]);
  });

  it.each(['.', '..', 'a/../b', '..\\b', '%2e%2e', '..%2fx', '%252e%252E/x', '%25252525252e'])(
    "refuses '%s' as a dot segment and names the parameter",
    async (owner) => {
      const { outcome, arrived } = await arrivedFrom(repository, { owner, repo: 'r' });
      expect(outcome).toMatchObject({
        code: 'VALIDATION_UNSAFE_PATH',
        effect: 'none',
        details: { param_name: 'owner' },
      });
      expect(arrived).toEqual([]);
    },
  );

  it('refuses dots that two parameters make together', async () => {
    const both = operation({ path: '/x/{a}{b}', parameters: inPath('a', 'b') });
    const { outcome } = await arrivedFrom(both, { a: '.', b: '.' });
    expect(outcome).toMatchObject({ code: 'VALIDATION_UNSAFE_PATH' });
    const halves = operation({ path: '/x/.{a}', parameters: inPath('a') });
    expect((await arrivedFrom(halves, { a: 'git' })).arrived[0]?.target).toBe('/v1/x/.git');
  });

  it.each([
    ['nothing', '', 'VALIDATION_UNSAFE_PATH'],
    ['null', null, 'VALIDATION_UNSAFE_PATH'],
    ['NUL', 'a\0b', 'VALIDATION_CONTROL_CHARS'],
    ['the end of a line', 'a\r\nb', 'VALIDATION_CONTROL_CHARS'],
    ['half a character', 'a\ud800', 'VALIDATION_INVALID_ENCODING'],
    ['an object', { a: 1 }, 'VALIDATION_INVALID_TYPE'],
    ['a list of objects', [{ a: 1 }], 'VALIDATION_INVALID_TYPE'],
  ])('refuses %s', async (_what, owner, code) => {
    const { outcome, arrived } = await arrivedFrom(repository, { owner, repo: 'r' });
    expect(outcome).toMatchObject({ ok: false, code, effect: 'none' });
    expect(JSON.stringify(outcome)).toContain('owner');
    expect(arrived).toEqual([]);
  });

  it('takes a placeholder in the query of the file itself', async () => {
    const called = operation({ path: '/search?q=kind:{kind}', parameters: inPath('kind') });
    const { arrived } = await arrivedFrom(called, { kind: 'a&b=c' });
    expect(arrived[0]?.target).toBe('/v1/search?q=kind:a%26b%3Dc');
  });
});

describe('a query', () => {
  it("uses the API's names and writes lists as declared", async () => {
    const called = operation({
      parameters: [
        parameter('page_size', { wireName: 'pageSize' }),
        parameter('tags', { schema: { type: 'array' } }),
        parameter('ids', { schema: { type: 'array' }, explode: false }),
        parameter('none', { schema: { type: 'array' } }),
      ],
    });
    const { arrived } = await arrivedFrom(called, { page_size: 5, tags: ['a&b', 'c'], ids: [1, 'x,y'], none: [] });
    expect(arrived[0]?.target).toBe('/v1/things?pageSize=5&tags=a%26b&tags=c&ids=1,x%2Cy');
  });

  it('writes an object as JSON if its style says so, and refuses it elsewhere', async () => {
    const called = operation({
      parameters: [parameter('filter', { style: 'json', schema: { type: 'object' } }), parameter('q')],
    });
    const { arrived } = await arrivedFrom(called, { filter: { a: [1] } });
    expect(arrived[0]?.target).toBe('/v1/things?filter=%7B%22a%22%3A%5B1%5D%7D');
    expect((await arrivedFrom(called, { q: { a: 1 } })).outcome).toMatchObject({
      code: 'VALIDATION_INVALID_TYPE',
      details: { param_name: 'q', actual_type: 'object' },
    });
  });

  it.each(['a\0', 'a\nb', 'a\rb', '\udc00'])('refuses what ends lines or is half a character (%j)', async (q) => {
    const { outcome, arrived } = await arrivedFrom(operation({ parameters: [parameter('q')] }), { q });
    expect(outcome).toMatchObject({ ok: false, category: 'validation' });
    expect(arrived).toEqual([]);
  });

  it('leaves out what is not given and what is not declared', async () => {
    const called = operation({ parameters: [parameter('a'), parameter('b')] });
    const { arrived } = await arrivedFrom(called, { a: 'x', b: null, stranger: 'y' });
    expect(arrived[0]?.target).toBe('/v1/things?a=x');
  });
});

describe('headers', () => {
  const called = (wireName: string) => operation({ parameters: [parameter('value', { in: 'header', wireName })] });

  it('are sent as declared', async () => {
    const { arrived } = await arrivedFrom(called('X-Region'), { value: ['eu', 'us'] });
    expect(arrived[0]?.headers['x-region']).toBe('eu, us');
  });

  it.each(['a\r\nx-evil: 1', 'a\0', 'ü', 'a\u007f'])('are refused with %j', async (value) => {
    const { outcome, arrived } = await arrivedFrom(called('x-region'), { value });
    expect(outcome).toMatchObject({ ok: false, details: { param_name: 'value' } });
    expect(arrived).toEqual([]);
  });

  it.each(['Host', 'content-length', 'Transfer-Encoding', 'Authorization', 'bad name'])(
    'named %s are not for callers',
    async (wireName) => {
      const { outcome } = await arrivedFrom(called(wireName), { value: 'x' });
      expect(outcome).toMatchObject({ code: 'VALIDATION_INVALID_VALUE', details: { param_name: 'value' } });
    },
  );

  it('carry the key of an idempotent call where the API takes one', async () => {
    const upstream = await startUpstream();
    const exchange = exchangeOf(adapter(upstream.url));
    const signal = new AbortController().signal;
    const create = { category: 'create', method: 'POST', idempotent: false } as const;
    const takes = operation({
      ...create,
      parameters: [parameter('key', { in: 'header', wireName: 'Idempotency-Key' })],
    });
    await exchange.send({ operation: takes, arguments: {}, signal, idempotencyKey: 'k1' });
    await exchange.send({ operation: operation(create), arguments: {}, signal, idempotencyKey: 'k2' });
    expect(upstream.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', undefined]);
  });
});

describe('a body', () => {
  const parameters = [...inPath('id'), parameter('folder_id', { in: 'body', wireName: 'folderId' })];

  it("is JSON under the API's names", async () => {
    const called = operation({ method: 'POST', category: 'create', path: '/f/{id}', parameters });
    const { arrived } = await arrivedFrom(called, { id: 1, folder_id: 'x' });
    expect(arrived[0]?.target).toBe('/v1/f/1');
    expect(String(arrived[0]?.body)).toBe('{"folderId":"x"}');
    expect(arrived[0]?.headers['content-type']).toBe('application/json');
  });

  it('of a PATCH is the input, flattened, as it is', async () => {
    const input = [parameter('due_on', { wireName: 'dueOn', in: 'body' })];
    const called = operation({ method: 'PATCH', category: 'update', path: '/f/{id}', parameters, input });
    const { arrived } = await arrivedFrom(called, {
      id: 1,
      folder_id: 'mine',
      input: { due_on: null, title: 't', nested: { a: null }, folderId: 'other' },
    });
    expect(JSON.parse(String(arrived[0]?.body))).toEqual({
      dueOn: null,
      title: 't',
      nested: { a: null },
      folderId: 'mine',
    });
  });

  it.each([
    ['a text', { note: 'a\0b' }],
    ['a list', { note: ['a', 'b\0'] }],
    ['an object', { note: { deep: [{ text: '\0' }] } }],
    ['a key', { note: { 'a\0': 1 } }],
  ])('is refused with NUL in %s, and nothing is sent', async (_, given) => {
    const called = operation({ method: 'POST', category: 'create', parameters: [parameter('note', { in: 'body' })] });
    const { arrived, outcome } = await arrivedFrom(called, given);
    expect(outcome).toMatchObject({ code: 'VALIDATION_CONTROL_CHARS', effect: 'none' });
    expect(arrived).toEqual([]);
  });

  it('is not sent where nothing is declared', async () => {
    const { arrived } = await arrivedFrom(operation({ method: 'POST', category: 'execute' }), { x: 1 });
    expect(String(arrived[0]?.body)).toBe('');
    expect(arrived[0]?.headers['content-type']).toBeUndefined();
  });
});
