import { expect, it } from 'vitest';
import type { Parameter } from '../../adapter/adapter.ts';
import { adapter, call, exchangeOf, operation, parameter } from '../testing/adapters.ts';
import { startUpstream } from '../testing/upstream.ts';

const list = { type: 'array' };
const object = { type: 'object', properties: { role: { type: 'string' }, age: { type: 'integer' } } };
const values = {
  value: 'a b',
  list: ['a b', 'c,d'],
  pair: ['a b', 'c/d'],
  object: { role: 'ad/min', age: 7, undeclared: 'x' },
};
type Kind = keyof typeof values;

const sentFor = async (given: Partial<Parameter>, value: unknown, path = '/things') => {
  const upstream = await startUpstream();
  const own = parameter('thing', { wireName: 'the-thing', ...given });
  const called = operation({ path, parameters: [own] });
  const outcome = await call(exchangeOf(adapter(upstream.url)), called, { thing: value } as never);
  return { outcome, request: upstream.requests[0] };
};

const schemaOf = (kind: Kind) => ({ value: { type: 'string' }, list, pair: list, object })[kind];

it.each<[Partial<Parameter>, Kind, string]>([
  [{}, 'value', 'the-thing=a%20b'],
  [{}, 'list', 'the-thing=a%20b&the-thing=c%2Cd'],
  [{}, 'object', 'role=ad%2Fmin&age=7'],
  [{ explode: false }, 'list', 'the-thing=a%20b,c%2Cd'],
  [{ explode: false }, 'object', 'the-thing=role,ad%2Fmin,age,7'],
  [{ style: 'pipeDelimited' }, 'list', 'the-thing=a%20b%7Cc%2Cd'],
  [{ style: 'pipeDelimited' }, 'object', 'the-thing=role%7Cad%2Fmin%7Cage%7C7'],
  [{ style: 'spaceDelimited' }, 'object', 'the-thing=role%20ad%2Fmin%20age%207'],
  [{ style: 'json' }, 'list', 'the-thing=%5B%22a%20b%22%2C%22c%2Cd%22%5D'],
])('writes %o of the query for a %s', async (given, kind, expected) => {
  const { request } = await sentFor({ ...given, schema: schemaOf(kind) }, values[kind]);
  expect(request?.target).toBe(`/things?${expected}`);
});

it.each<[Partial<Parameter>, Kind, string]>([
  [{}, 'value', 'a%20b'],
  [{}, 'list', 'a%20b,c%2Cd'],
  [{}, 'object', 'role,ad%2Fmin,age,7'],
  [{ explode: true }, 'object', 'role=ad%2Fmin,age=7'],
  [{ style: 'label' }, 'value', '.a%20b'],
  [{ style: 'label' }, 'list', '.a%20b,c%2Cd'],
  [{ style: 'label', explode: true }, 'list', '.a%20b.c%2Cd'],
  [{ style: 'label', explode: true }, 'object', '.role=ad%2Fmin.age=7'],
  [{ style: 'matrix' }, 'value', ';the-thing=a%20b'],
  [{ style: 'matrix' }, 'list', ';the-thing=a%20b,c%2Cd'],
  [{ style: 'matrix', explode: true }, 'list', ';the-thing=a%20b;the-thing=c%2Cd'],
  [{ style: 'matrix', explode: true }, 'object', ';role=ad%2Fmin;age=7'],
])('writes %o of the path for a %s', async (given, kind, expected) => {
  const { request } = await sentFor({ in: 'path', ...given, schema: schemaOf(kind) }, values[kind], '/x/{thing}/y');
  expect(request?.target).toBe(`/x/${expected}/y`);
});

it.each<[Partial<Parameter>, Kind, string]>([
  [{}, 'pair', 'a b, c/d'],
  [{}, 'object', 'role, ad/min, age, 7'],
  [{ explode: true }, 'object', 'role=ad/min, age=7'],
])('writes %o of a header for a %s', async (given, kind, expected) => {
  const { request } = await sentFor({ in: 'header', ...given, schema: schemaOf(kind) }, values[kind]);
  expect(request?.headers['the-thing']).toBe(expected);
});

it('keeps dots where they separate nothing in a label', async () => {
  const label = { in: 'path', style: 'label' } as const;
  const { request } = await sentFor({ ...label, explode: true }, 'v1.5', '/x/{thing}');
  expect(request?.target).toBe('/x/.v1.5');
  const joined = await sentFor({ ...label, schema: list }, [1, 1.5], '/x/{thing}');
  expect(joined.request?.target).toBe('/x/.1,1.5');
});

it('writes cookies encoded, so that none can end its pair', async () => {
  const { request } = await sentFor({ in: 'cookie' }, 'a; session=stolen');
  expect(request?.headers['cookie']).toBe('the-thing=a%3B%20session%3Dstolen');
});

it.each<[string, Partial<Parameter>, unknown, string]>([
  ['a dot segment that a label completes', { in: 'path', style: 'label' }, '.', 'VALIDATION_UNSAFE_PATH'],
  ['a step up inside a matrix', { in: 'path', style: 'matrix' }, '../x', 'VALIDATION_UNSAFE_PATH'],
  ['an empty list in a path', { in: 'path', style: 'label', schema: list }, [], 'VALIDATION_UNSAFE_PATH'],
  ['a separator inside an item', { style: 'spaceDelimited', schema: list }, ['a b'], 'VALIDATION_INVALID_VALUE'],
  [
    'a dot inside an item of an exploded label',
    { in: 'path', style: 'label', explode: true, schema: list },
    [1, 1.5],
    'VALIDATION_INVALID_VALUE',
  ],
  [
    'a dot in a member of an exploded label',
    { in: 'path', style: 'label', explode: true, schema: object },
    { role: 'a.b' },
    'VALIDATION_INVALID_VALUE',
  ],
  [
    'a bracket in a name inside brackets',
    { style: 'deepObject', schema: { type: 'object' } },
    { 'a][b': 1 },
    'VALIDATION_INVALID_VALUE',
  ],
  ['a comma inside an item of a header', { in: 'header', schema: list }, ['a', 'b,c'], 'VALIDATION_INVALID_VALUE'],
  ['a comma in a member of a header', { in: 'header', schema: object }, { role: 'a,b' }, 'VALIDATION_INVALID_VALUE'],
  ['a list inside a list', { schema: list }, [['a']], 'VALIDATION_INVALID_TYPE'],
  ['a line end in a cookie', { in: 'cookie' }, 'a\r\nb', 'VALIDATION_CONTROL_CHARS'],
])('refuses %s, and sends nothing', async (_title, given, value, code) => {
  const { outcome, request } = await sentFor(given, value, given.in === 'path' ? '/x/{thing}' : '/things');
  expect(outcome).toMatchObject({ code, effect: 'none' });
  expect(request).toBeUndefined();
});
