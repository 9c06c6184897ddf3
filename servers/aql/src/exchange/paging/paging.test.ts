import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { json } from '../../../test/fault.ts';
import type { AdapterOperation } from '../../adapter/adapter.ts';
import { adapter, call, exchangeOf, operation, paging, parameter, valueOf } from '../testing/adapters.ts';
import { startUpstream } from '../testing/upstream.ts';

const all = Array.from({ length: 7 }, (_unused, index) => ({ id: index }));
const numberIn = (query: URLSearchParams, name: string, other: number) => Number(query.get(name) ?? other);

/** An API of seven things that pages in every style, by the path that is asked. */
const start = async () => {
  const upstream = await startUpstream(({ target }) => {
    const { pathname, searchParams: query } = new URL(target, 'http://x');
    const size = numberIn(query, 'limit', 3);
    switch (pathname) {
      case '/offset': {
        const from = numberIn(query, 'offset', 0);
        return json(200, { data: { rows: all.slice(from, from + size) }, meta: { total: 7 } });
      }
      case '/page': {
        const from = (numberIn(query, 'page', 1) - 1) * size;
        return json(200, all.slice(from, from + size));
      }
      case '/pages-from-0': {
        const from = numberIn(query, 'page', 0) * size;
        return json(200, { rows: all.slice(from, from + size), total: 7 });
      }
      case '/items-from-1': {
        const from = numberIn(query, 'start', 1) - 1;
        if (from < 0) return json(400, { message: 'start begins with 1' });
        return json(200, { rows: all.slice(from, from + size), total: 7 });
      }
      case '/cursor': {
        const from = numberIn(query, 'cursor', 0);
        const next = from + size < 7 ? String(from + size) : null;
        return json(200, { items: all.slice(from, from + size), next });
      }
      case '/link': {
        const page = numberIn(query, 'page', 1);
        const link = (to: number, rel: string) =>
          `<http://elsewhere.example/steal?page=${to}&limit=${size}>; rel="${rel}"`;
        const links = [
          ...(page > 1 ? [link(page - 1, 'prev')] : []),
          ...(page * size < 7 ? [link(page + 1, 'next')] : []),
        ];
        return json(200, all.slice((page - 1) * size, page * size), { link: links.join(', ') });
      }
      default:
        return json(200, { odd: true });
    }
  });
  return { upstream, exchange: exchangeOf(adapter(upstream.url)) };
};

const lists: Readonly<Record<string, AdapterOperation>> = {
  offset: operation({
    name: 'list_offset',
    path: '/offset',
    parameters: [parameter('kind')],
    paging: paging({ itemsAt: 'data.rows', totalAt: 'meta.total' }),
  }),
  page: operation({ name: 'list_page', path: '/page', paging: paging({ style: 'page', parameter: 'page' }) }),
  'page, numbered from 0': operation({
    name: 'list_zero',
    path: '/pages-from-0',
    paging: paging({ style: 'page', parameter: 'page', firstIndex: 0, itemsAt: 'rows', totalAt: 'total' }),
  }),
  'offset, numbered from 1': operation({
    name: 'list_one',
    path: '/items-from-1',
    paging: paging({ parameter: 'start', firstIndex: 1, itemsAt: 'rows', totalAt: 'total' }),
  }),
  cursor: operation({
    name: 'list_cursor',
    path: '/cursor',
    paging: paging({ style: 'cursor', parameter: 'cursor', itemsAt: 'items', cursorAt: 'next' }),
  }),
  link: operation({ name: 'list_link', path: '/link', paging: paging({ style: 'link_header', parameter: 'page' }) }),
};
const list = (style: string): AdapterOperation => lists[style] ?? operation();
const infoOf = (value: JsonObject) => value['pageInfo'] as JsonObject;
const idsOf = (value: JsonObject) => (value['items'] as { id: number }[]).map(({ id }) => id);

describe.each(Object.keys(lists))('a list by %s', (style) => {
  it('is read to its end, page by page, each item once', async () => {
    const { exchange } = await start();
    const seen: number[][] = [];
    let after: string | undefined;
    for (let page = 0; page < 5; page += 1) {
      const value = valueOf(await call(exchange, list(style), { first: 3, ...(after && { after }) }));
      seen.push(idsOf(value));
      const { hasNextPage, hasPreviousPage, endCursor } = infoOf(value);
      expect(hasPreviousPage).toBe(page > 0);
      if (!hasNextPage) break;
      after = String(endCursor);
      expect(after).toMatch(/^[\w-]+$/);
    }
    expect(seen).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  });

  it('has pages of its usual size, and none above its largest', async () => {
    const { exchange, upstream } = await start();
    expect(idsOf(valueOf(await call(exchange, list(style))))).toEqual([0, 1]);
    const outcome = await call(exchange, list(style), { first: 50 });
    expect(idsOf(valueOf(outcome))).toEqual([0, 1, 2, 3, 4]);
    expect(outcome).toMatchObject({
      warnings: [
        {
          code: 'VALIDATION_TRUNCATED_WARNING',
          message: 'Response truncated to 5 items',
          details: { field: 'first', original_count: 50, limit: 5 },
        },
      ],
    });
    expect(upstream.requests[1]?.target).toContain('limit=5');
  });

  it.each([['first', 'last'], ['after'], ['before'], ['first', 'before'], ['last', 'after']])(
    'refuses %s %s',
    async (...names) => {
      const { exchange, upstream } = await start();
      const given = Object.fromEntries(names.map((name) => [name, name === 'first' || name === 'last' ? 2 : 'x']));
      expect(await call(exchange, list(style), given)).toMatchObject({
        code: 'VALIDATION_INVALID_TYPE',
        details: {
          param_name: 'pagination',
          expected_type: 'valid pagination combination',
          actual_type: 'conflicting parameters',
          provided: expect.arrayContaining(names) as string[],
          hint: expect.any(String) as string,
        },
      });
      expect(upstream.requests).toEqual([]);
    },
  );
});

describe.each(['offset', 'page', 'link', 'page, numbered from 0', 'offset, numbered from 1'])(
  'a list by %s',
  (style) => {
    it('is read backward from a cursor, to its beginning', async () => {
      const { exchange } = await start();
      const first = valueOf(await call(exchange, list(style), { first: 3 }));
      const second = valueOf(
        await call(exchange, list(style), { first: 3, after: infoOf(first)['endCursor'] as string }),
      );
      const before = infoOf(second)['startCursor'] as string;
      const back = valueOf(await call(exchange, list(style), { last: 3, before }));
      expect(idsOf(back)).toEqual([0, 1, 2]);
      const none = valueOf(
        await call(exchange, list(style), { last: 3, before: infoOf(back)['startCursor'] as string }),
      );
      expect(none).toMatchObject({ items: [], pageInfo: { hasPreviousPage: false } });
    });
  },
);

describe('a cursor', () => {
  const cursorOf = async (exchange: ReturnType<typeof exchangeOf>, given: JsonObject = {}) =>
    String(infoOf(valueOf(await call(exchange, list('offset'), { first: 3, ...given })))['endCursor']);

  it('is valid only for its own operation and parameters', async () => {
    const { exchange } = await start();
    const after = await cursorOf(exchange, { kind: 'a' });
    expect(await call(exchange, list('offset'), { first: 2, after, kind: 'a', fields: ['id'] })).toMatchObject({
      ok: true,
    });
    for (const [style, given] of [
      ['offset', { kind: 'b' }],
      ['offset', {}],
      ['page', { kind: 'a' }],
    ] as const) {
      expect(await call(exchange, list(style), { first: 3, after, ...given })).toMatchObject({
        code: 'VALIDATION_INVALID_VALUE',
        details: { param_name: 'after' },
      });
    }
  });

  it('that was changed, or was never one, is refused', async () => {
    const { exchange } = await start();
    const after = await cursorOf(exchange);
    const changed = Buffer.from(after, 'base64url');
    changed[changed.length - 2] = 0x39;
    for (const forged of [changed.toString('base64url'), '', 'x', 'é', after.slice(4), 'A'.repeat(10_000)]) {
      expect(await call(exchange, list('offset'), { first: 3, after: forged })).toMatchObject({
        code: 'VALIDATION_INVALID_VALUE',
      });
    }
  });

  it('of numbered pages keeps their size, where another would not fit', async () => {
    const { exchange } = await start();
    const after = String(infoOf(valueOf(await call(exchange, list('page'), { first: 3 })))['endCursor']);
    expect(await call(exchange, list('page'), { first: 2, after })).toMatchObject({
      details: { param_name: 'first', rule: 'it must stay 3 while this cursor is used' },
    });
    expect(idsOf(valueOf(await call(exchange, list('page'), { first: 1, after })))).toEqual([3]);
  });
});

describe('paging', () => {
  it('returns the total if the API does', async () => {
    const { exchange } = await start();
    expect(valueOf(await call(exchange, list('offset')))).toMatchObject({ pageInfo: { totalCount: 7 } });
  });

  it('follows no address of the API, only the value that it gives its parameter', async () => {
    const { exchange, upstream } = await start();
    const first = valueOf(await call(exchange, list('link'), { first: 3 }));
    await call(exchange, list('link'), { first: 3, after: infoOf(first)['endCursor'] as string });
    expect(upstream.requests.map(({ target }) => target)).toEqual(['/link?limit=3', '/link?page=2&limit=3']);
  });

  it('refuses to go backward where the API cannot, or where it is not known from where', async () => {
    const { exchange } = await start();
    const value = valueOf(await call(exchange, list('cursor'), { first: 3 }));
    const before = infoOf(value)['startCursor'] as string;
    expect(await call(exchange, list('cursor'), { last: 3, before })).toMatchObject({
      details: { param_name: 'before' },
    });
    expect(await call(exchange, list('offset'), { last: 3 })).toMatchObject({ details: { param_name: 'last' } });
  });

  it("leaves the API's own parameters to the caller, but not both at once", async () => {
    const { exchange, upstream } = await start();
    const own = operation({
      ...list('page'),
      parameters: [parameter('page', { schema: { type: 'integer', default: 1 } }), parameter('limit')],
    });
    expect(valueOf(await call(exchange, own, { page: 2 }))).toMatchObject({ pageInfo: { hasPreviousPage: true } });
    expect(upstream.requests[0]?.target).toBe('/page?page=2&limit=2');
    expect(await call(exchange, own, { page: 2, first: 2 })).toMatchObject({
      details: { param_name: 'pagination', provided: ['first', 'page'] },
    });
    expect(await call(exchange, own, { page: 1, first: 2 })).toMatchObject({ ok: true });
  });

  it('is unreadable if the list is not where the file says', async () => {
    const { exchange } = await start();
    expect(await call(exchange, operation({ path: '/odd', paging: paging() }))).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      details: { reason: 'unreadable' },
    });
  });
});
