import type { Json } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { documentOf, generate, jsonBody, responses } from './testing/documents.ts';
import { sendBody } from './testing/send.ts';

const ref = (name: string, beside: object = {}) => ({ $ref: `#/components/schemas/${name}`, ...beside });
const extended = (members: object): object => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, type]) => [name, { type }])),
});

const components = {
  schemas: {
    Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, note: { type: 'string' } } },
    Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } },
    Dog: { type: 'object', required: ['kind'], properties: { kind: { const: 'dog' }, barks: { type: 'boolean' } } },
    Shape: {
      ...extended({ kind: 'string' }),
      required: ['kind'],
      discriminator: { propertyName: 'kind', mapping: { s: ref('Square')['$ref'], c: 'Circle', x: 'Absent' } },
    },
    Square: { allOf: [ref('Shape'), extended({ side: 'integer' })] },
    Circle: { allOf: [ref('Shape')], ...extended({ radius: 'number' }) },
    Node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } } },
  },
};
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

const keys = ['if', 'then', 'else'];
const when = (...schemas: readonly object[]): object =>
  Object.fromEntries(schemas.map((schema, index) => [keys[index], schema]));

const operationFor = (schema: object, openapi: string, method = 'post') => {
  const item = { [method]: { operationId: 'createThing', requestBody: jsonBody(schema), responses } };
  return generate(documentOf({ '/things': item }, { openapi, components }));
};

type Row = readonly [title: string, schema: object, values: readonly Json[]];

const of31: readonly Row[] = [
  ['null beside a type', object({ x: { type: ['string', 'null'] } }), [{ x: null }, { x: 'a' }]],
  ['null in a choice', object({ x: { anyOf: [ref('Base'), { type: 'null' }] } }), [{ x: null }, { x: { id: 'a' } }]],
  ['null among values', object({ x: { enum: ['a', null] } }), [{ x: null }, { x: 'a' }]],
  ['null as a constant', object({ x: { oneOf: [{ const: null }, { type: 'integer' }] } }), [{ x: null }, { x: 1 }]],
  ['null in a list', object({ x: { type: 'array', items: { type: ['integer', 'null'] } } }), [{ x: [1, null] }]],
  ['several types', object({ x: { type: ['string', 'integer'] } }), [{ x: 1 }, { x: 'a' }]],
  ['several types and null', object({ x: { type: ['boolean', 'integer', 'null'] } }), [{ x: 1 }, { x: null }]],
  ['values of several types', object({ x: { enum: ['auto', 5, true] } }), [{ x: 'auto' }, { x: 5 }, { x: true }]],
  ['values that are objects', object({ x: { enum: [{ a: 1 }, { a: 2 }] } }), [{ x: { a: 2 } }]],
  ['items of several types', object({ x: { type: 'array', items: { type: ['string', 'integer'] } } }), [{ x: [1, 'a'] }]],
  ['members beside a reference', ref('Base', { properties: { more: { type: 'integer' } } }), [{ id: 'a', note: 'n', more: 1 }]],
  ['a tag by a discriminator', { oneOf: [ref('Cat'), ref('Dog')] }, [{ kind: 'cat', lives: 9 }, { kind: 'dog', barks: true }]],
  ['a tag that only the discriminator names', { oneOf: [object({ a: {} }), object({ b: {} })], discriminator: { propertyName: 'is' } }, [{ is: 'x', a: 1 }, { b: 2 }]],
  ['what extends a schema by its discriminator', ref('Shape'), [{ kind: 's', side: 2 }, { kind: 'c', radius: 1.5 }, { kind: 'other' }]],
  ['what extends a schema, in a list', object({ all: { type: 'array', items: ref('Shape') } }), [{ all: [{ kind: 's', side: 2 }, { kind: 'c', radius: 1 }] }]],
  ['what extends a schema that is described again', { allOf: [ref('Shape')], description: 'A shape.' }, [{ kind: 's', side: 2 }]],
  ['a choice inside of allOf', { allOf: [ref('Base'), { oneOf: [ref('Cat'), ref('Dog')] }] }, [{ id: 'a', kind: 'dog', barks: true }]],
  ['allOf inside of a choice', { oneOf: [{ allOf: [ref('Base'), ref('Cat')] }, ref('Dog')] }, [{ id: 'a', kind: 'cat' }, { kind: 'dog' }]],
  ['a schema that contains itself', ref('Node'), [{ name: 'a', next: { next: { next: { next: { next: { name: 'f' } } } } } }]],
  ['members without names', object({ a: { type: 'string' } }, { additionalProperties: { type: 'integer' } }), [{ a: 'x', other: 5 }]],
  ['members that a pattern names', object({ a: { type: 'string' } }, { patternProperties: { '^x-': {} } }), [{ a: 'x', 'x-b': 5 }]],
  ['members that nothing evaluates', object({ a: { type: 'string' } }, { unevaluatedProperties: true }), [{ other_members: 'x' }]],
  ['members of a condition', object({ kind: { enum: ['a', 'b'] } }, when({ properties: { kind: { const: 'a' } } }, { required: ['x'], properties: { x: { type: 'string' } } }, { properties: { y: { type: 'integer' } } })), [{ kind: 'a', x: '1' }, { kind: 'b', y: 2 }, { kind: 'b' }]],
  ['members that come with others', object({ a: { type: 'string' } }, { dependentSchemas: { a: { properties: { b: { type: 'integer' } } } } }), [{ a: 'x', b: 1 }, { a: 'x' }]],
  ['members of conditions inside of allOf', { ...object({ kind: { enum: ['a', 'b', 'c'] } }), allOf: ['a', 'b'].map((kind) => when({ properties: { kind: { const: kind } } }, { properties: { mode: { const: `of ${kind}` }, kind: { const: kind } } })) }, [{ kind: 'a', mode: 'of a' }, { kind: 'b', mode: 'of b' }, { kind: 'c' }]],
  ['a choice of which one branch only requires', object({ a: { type: 'string' } }, { anyOf: [{ required: ['a'] }, { properties: { b: { type: 'integer' } } }] }), [{ a: 'x' }, { b: 1 }]],
  ['a choice of which one branch says nothing', object({ a: { type: 'string' } }, { anyOf: [{}, { not: { required: ['a'] } }, { properties: { b: { type: 'integer' } } }] }), [{ a: 'x' }, { b: 1 }, { a: 'x', c: 2 }]],
  ['conditions inside of a choice', { allOf: [object({ mode: { enum: ['x', 'y'] } }), { oneOf: [when({}, { properties: { mode: { const: 'x' }, a: {} } }), object({ b: {} })] }] }, [{ mode: 'y', b: 1 }, { mode: 'x', a: 1 }]],
  ['names with spaces', object({ 'First name': { type: 'string' }, b: {} }), [{ 'First name': 'Ada', b: 1 }]],
  ['anything', object({ x: true, y: {} }), [{ x: null, y: [1, { a: 'b' }] }]],
]; // prettier-ignore

const of30: readonly Row[] = [
  ['null by nullable', object({ x: { type: 'string', nullable: true } }), [{ x: null }, { x: 'a' }]],
  ['null for a reference', object({ x: { nullable: true, allOf: [ref('Base')] } }), [{ x: { id: 'a' } }, { x: null }]],
  ['null among values', object({ x: { type: 'string', nullable: true, enum: ['a', null] } }), [{ x: null }, { x: 'a' }]],
  ['null in a member', object({ o: object({ x: { type: 'integer', nullable: true } }) }), [{ o: { x: null } }]],
  ['null for an object', object({ o: object({ x: { type: 'integer' } }, { nullable: true }) }), [{ o: null }]],
  // OpenAPI 3.0 ignores keywords next to a reference.
  ['a reference with a requirement beside it', ref('Base', { required: ['note'] }), [{ id: 'a' }]],
]; // prettier-ignore

describe.each([
  ['3.1.0', of31],
  ['3.0.3', of30],
])('an operation of OpenAPI %s', (openapi, rows) => {
  it.each(rows)('sends what the document accepts: %s', (_title, schema, values) => {
    const operation = operationFor(schema, openapi).operation('create_thing');
    const bodies = values.map((value) => sendBody(operation, value));
    expect(bodies.filter((body) => body.startsWith('rejected'))).toEqual([]);
    expect(bodies.map((body) => JSON.parse(body))).toEqual(values);
  });
});

const tagged = (tag: string, more: object): object =>
  object({ kind: { const: tag }, ...more }, { required: ['kind'], additionalProperties: false });
const mode = { type: 'string', default: 'slow' };

it.each<[string, object]>([
  ['of a branch', { oneOf: [tagged('a', { mode }), tagged('b', { size: { type: 'integer' } })] }],
  ['of a part of a branch', { anyOf: [{ allOf: [tagged('a', { mode: { allOf: [mode] } })] }, tagged('b', {})] }],
  ['of a condition', object({ kind: {} }, when({ properties: { kind: { const: 'a' } } }, { properties: { mode } }))],
])('sends no default of a member %s with values that do not have it', (_title, schema) => {
  const { operation } = operationFor(schema, '3.1.0');
  expect(operation('create_thing').parameters.map(({ wireName }) => wireName)).toContain('mode');
  expect(operation('create_thing').parameters.filter(({ schema: own }) => 'default' in own)).toEqual([]);
});

it('offers the members of an extension to no other one', () => {
  const { operation } = operationFor(ref('Square'), '3.1.0');
  expect(operation('create_thing').parameters.map(({ wireName }) => wireName)).toEqual(['kind', 'side']);
});

it('keeps the default of a member that every branch has', () => {
  const { operation } = operationFor({ oneOf: [tagged('a', { mode }), tagged('b', { mode, size: {} })] }, '3.1.0');
  const found = operation('create_thing').parameters.find(({ wireName }) => wireName === 'mode');
  expect(found?.schema['default']).toBe('slow');
});

it('sends members without names in an update, too', () => {
  const schema = object({ a: { type: 'string' } }, { additionalProperties: true });
  const { operation } = operationFor(schema, '3.1.0', 'patch');
  expect(sendBody(operation('create_thing'), { a: 'x', b: [1] })).toBe('{"a":"x","b":[1]}');
});

it('applies requirements next to a reference in 3.1', () => {
  const { operation } = operationFor(ref('Base', { required: ['note'] }), '3.1.0');
  expect(sendBody(operation('create_thing'), { id: 'a' })).toContain('rejected');
});

it.each<[string, object]>([
  ['a body', object({ a: {} }, { required: ['b'], additionalProperties: false })],
  ['a required member', object({ m: object({ a: {} }, { required: ['b'], additionalProperties: false }) }, { required: ['m'] })],
])('leaves out an operation if no value fits %s', (_title, schema) => {
  const paths = {
    '/things': { post: { operationId: 'createThing', requestBody: jsonBody(schema), responses } },
    '/a': { get: { operationId: 'getA', responses } },
  };
  expect(generate(documentOf(paths)).report.left_out).toEqual([
    { operation: 'POST /things', reason: 'impossible', detail: "'b' is required but not allowed" },
  ]);
}); // prettier-ignore

it('offers the other members of a body if no value fits an optional one', () => {
  const impossible = object({ a: {} }, { required: ['b'], additionalProperties: false });
  const { operation, report } = operationFor(object({ m: impossible, n: { type: 'string' } }), '3.0.3');
  expect(operation('create_thing').parameters.map(({ name }) => name)).toEqual(['n']);
  expect(report.notes.map(({ note }) => note).join()).toContain("'b' is required");
});

it('leaves out a GET that requires a body, and notes an optional one', () => {
  const get = (required: boolean) => ({ get: { requestBody: jsonBody(object({ a: {} }), required), responses } });
  const { report } = generate(documentOf({ '/a': get(true), '/b': get(false) }));
  expect(report.left_out).toMatchObject([{ operation: 'GET /a', reason: 'body_of_get' }]);
  expect(report.notes.filter(({ operation }) => operation === 'GET /b')).toHaveLength(1);
});
