import { describe, expect, it } from 'vitest';
import { json } from '../../../test/fault.ts';
import { adapter, call, exchangeOf, operation, paging, parameter, valueOf } from '../testing/adapters.ts';
import { startUpstream } from '../testing/upstream.ts';

const thing = {
  id: 1,
  fullName: 'a/b',
  owner: { login: 'ada', plan: { name: 'pro', seats: 3 } },
  labels: [
    { name: 'x', color: 'red' },
    { name: 'y', color: 'blue' },
  ],
};

const start = async (body: unknown = thing) => {
  const upstream = await startUpstream(json(200, body, { etag: '"v1"' }));
  return { upstream, exchange: exchangeOf(adapter(upstream.url)) };
};

describe('fields', () => {
  it.each([
    ['names', ['id'], { id: 1 }],
    ['names in camelCase', ['fullName'], { fullName: 'a/b' }],
    ['paths, in place', ['owner.login', 'owner.plan.seats'], { owner: { login: 'ada', plan: { seats: 3 } } }],
    ['paths through lists', ['labels.name'], { labels: [{ name: 'x' }, { name: 'y' }] }],
    ['a whole and a part of it', ['owner.login', 'owner'], { owner: thing.owner }],
    ['what is not there', ['nothing', 'owner.nothing', '__proto__', 'constructor.name'], { owner: {} }],
  ])('select by %s', async (_how, fields, kept) => {
    const { exchange } = await start();
    expect(valueOf(await call(exchange, operation(), { fields }))).toEqual({ ...kept, _etag: '"v1"' });
  });

  it('select in each item of a list, and leave the page as it is', async () => {
    const { exchange } = await start([thing, thing]);
    expect(await call(exchange, operation(), { fields: ['id'] })).toMatchObject({ value: [{ id: 1 }, { id: 1 }] });
    const value = valueOf(await call(exchange, operation({ paging: paging() }), { fields: ['id'] }));
    expect(value).toMatchObject({ items: [{ id: 1 }, { id: 1 }], pageInfo: { hasNextPage: true } });
  });

  it('are presets of the file, alone or with paths beside them', async () => {
    const { exchange } = await start();
    const called = operation({ fieldSets: { minimal: ['id'], names: ['fullName'] } });
    expect(valueOf(await call(exchange, called, { fields: 'minimal' }))).toEqual({ id: 1, _etag: '"v1"' });
    expect(valueOf(await call(exchange, called, { preset: 'names', fields: ['id'] }))).toEqual({
      id: 1,
      fullName: 'a/b',
      _etag: '"v1"',
    });
    for (const fields of ['full', 'standard']) {
      expect(valueOf(await call(exchange, called, { fields }))).toEqual({ ...thing, _etag: '"v1"' });
    }
  });

  it('are the usual preset of a list or a search where none is asked for', async () => {
    const { exchange } = await start([thing]);
    const fieldSets = { minimal: ['id'], standard: ['fullName'] };
    expect(await call(exchange, operation({ name: 'list_things', fieldSets }))).toMatchObject({
      value: [{ fullName: 'a/b' }],
    });
    expect((await call(exchange, operation({ name: 'search_things', fieldSets }))).ok).toBe(true);
    expect(await call(exchange, operation({ name: 'search_things', fieldSets }))).toMatchObject({ value: [{ id: 1 }] });
    expect(await call(exchange, operation({ fieldSets }))).toMatchObject({ value: [thing] });
  });

  it('with an unknown name are refused before anything is sent', async () => {
    const { exchange, upstream } = await start();
    expect(await call(exchange, operation(), { fields: 'most' })).toMatchObject({
      code: 'VALIDATION_INVALID_ENUM',
      details: { param_name: 'fields', allowed_values: ['minimal', 'standard', 'full'] },
    });
    for (const fields of [
      [],
      ['a..b'],
      ['a b'],
      [''],
      ['x'.repeat(201)],
      Array.from({ length: 201 }, () => 'a'),
      [1],
    ]) {
      expect(await call(exchange, operation(), { fields })).toMatchObject({ code: 'VALIDATION_PATTERN_MISMATCH' });
    }
    expect(upstream.requests).toEqual([]);
  });

  it('mean what the API means by them where the operation declares a parameter of that name', async () => {
    const { exchange, upstream } = await start();
    const called = operation({ parameters: [parameter('fields'), parameter('first')] });
    expect(valueOf(await call(exchange, called, { fields: 'a,b', first: 'c' }))).toMatchObject({ id: 1 });
    expect(upstream.requests[0]?.target).toBe('/things?fields=a%2Cb&first=c');
  });
});
