import { expect, it } from 'vitest';
import { readAdapter } from './read-adapter.ts';

/** An adapter with one operation; the parts are YAML in flow style. */
const adapterOf = ({ auth = '{ type: none }', other = '{}', params = '{}', more = '' }): string =>
  `name: small-api
type: adapter
version: "1.0.0"
description: A small API.
target: { base_url: "https://api.example.org", transport: http, protocol: rest, serialization: json }
auth: ${auth}
other_auth: ${other}
trust: { level: generated }
operations:
  execute:
    - name: send_it
      maps_to: POST /it
      params: ${params}
${more === '' ? '' : `      ${more}\n`}`;

const problemsOf = (parts: Parameters<typeof adapterOf>[0]) =>
  readAdapter(adapterOf(parts), { format: 'yaml' }).problems;

const key = (where: string, variable = 'KEY') => `{ type: api_key, key_env: ${variable}, ${where} }`;

it.each<[string, Parameters<typeof adapterOf>[0]]>([
  ['a cookie', { auth: key('cookie_name: session') }],
  ['several keys', { auth: `{ type: combined, parts: [${key('header_name: X-A')}, ${key('query_param: b', 'B')}] }` }],
  ['an operation of its own way', { other: `{ admin: ${key('header_name: X-A')} }`, more: 'auth: admin' }],
  ['an operation that is not signed', { auth: key('header_name: X-A'), more: 'auth: none' }],
  ['signing that is optional', { auth: '{ type: bearer, token_env: KEY, optional: true }' }],
  ['null in JSON', { params: '{ a: { type: string, nullable: true, enum: [x] } }' }],
  ['members that the file does not name', { params: '{ a: { type: string }, more: { type: object, spread: true } }' }],
  ['a file or a string', { params: '{ a: { type: string, or_file: true } }', more: 'body: multipart/form-data' }],
  [
    'the media type of a part',
    { params: '{ a: { type: file, content_type: image/png } }', more: 'body: multipart/form-data' },
  ],
  ['a name with a space', { params: '{ a: { type: string, wire_name: First name } }' }],
  ['a file', { params: '{ file: { type: file } }', more: 'body: multipart/form-data' }],
  ['several files', { params: '{ files: { type: array, items: { type: file } } }', more: 'body: multipart/form-data' }],
  ['a list as the body', { params: '{ body: { type: array, whole: true } }' }],
  ['bytes as the body', { params: '{ body: { type: file, whole: true } }', more: 'body: image/png' }],
  ['an object in the query', { params: '{ a: { type: object, in: query, properties: { b: { type: string } } } }' }],
])('accepts %s', (_title, parts) => {
  expect(problemsOf(parts)).toEqual([]);
});

it.each<[string, Parameters<typeof adapterOf>[0], string]>([
  ['a key in two places', { auth: key('header_name: X-A, cookie_name: a') }, 'auth.cookie_name'],
  ['parts of another type', { auth: '{ type: none, parts: [] }' }, 'auth.parts'],
  [
    'parts in one place',
    { auth: `{ type: combined, parts: [${key('header_name: X-A')}, ${key('header_name: x-a')}] }` },
    'auth.parts',
  ],
  ['a combination of one', { auth: `{ type: combined, parts: [${key('header_name: X-A')}] }` }, 'auth.parts'],
  ['an unknown way to sign', { more: 'auth: admin' }, 'operations.execute[0].auth'],
  [
    'a parameter in the place of a key',
    { auth: key('query_param: k'), params: '{ k: { type: string, in: query } }' },
    'operations.execute[0].params',
  ],
  [
    'a member in the place of a key',
    { auth: key('query_param: k'), params: '{ a: { type: object, in: query, properties: { k: { type: string } } } }' },
    'operations.execute[0].params',
  ],
  [
    'null in a query',
    { params: '{ a: { type: string, in: query, nullable: true } }' },
    'operations.execute[0].params.a.nullable',
  ],
  [
    'null in a form',
    { params: '{ a: { type: string, nullable: true } }', more: 'body: application/x-www-form-urlencoded' },
    'operations.execute[0].params',
  ],
  [
    'a file that is null',
    { params: '{ a: { type: file, nullable: true } }', more: 'body: multipart/form-data' },
    'operations.execute[0].params.a.nullable',
  ],
  [
    'a string that is spread',
    { params: '{ a: { type: string, spread: true } }' },
    'operations.execute[0].params.a.spread',
  ],
  [
    'a query that is spread',
    { params: '{ a: { type: object, in: query, spread: true, properties: { b: { type: string } } } }' },
    'operations.execute[0].params.a.spread',
  ],
  [
    'two that are spread',
    { params: '{ a: { type: object, spread: true }, b: { type: object, spread: true } }' },
    'operations.execute[0].params',
  ],
  ['a file or a string in JSON', { params: '{ a: { type: string, or_file: true } }' }, 'operations.execute[0].params'],
  [
    'the media type of a part in JSON',
    { params: '{ a: { type: string, content_type: text/csv } }' },
    'operations.execute[0].params',
  ],
  [
    'a media type of two lines',
    { params: '{ a: { type: string, content_type: "text/csv\\r\\nX: y" } }', more: 'body: multipart/form-data' },
    'operations.execute[0].params.a.content_type',
  ],
  [
    'a name that ends in a space',
    { params: '{ a: { type: string, wire_name: "First " } }' },
    'operations.execute[0].params.a.wire_name',
  ],
  ['a file in JSON', { params: '{ file: { type: file } }' }, 'operations.execute[0].params'],
  ['a file in a query', { params: '{ file: { type: file, in: query } }' }, 'operations.execute[0].params.file.type'],
  [
    'a whole body and a member',
    { params: '{ body: { type: array, whole: true }, a: { type: string } }' },
    'operations.execute[0].params',
  ],
  [
    'a whole query',
    { params: '{ a: { type: string, in: query, whole: true } }' },
    'operations.execute[0].params.a.whole',
  ],
  [
    'bytes without a whole body',
    { params: '{ a: { type: string } }', more: 'body: image/png' },
    'operations.execute[0].params',
  ],
  ['a multipart body that is no form', { more: 'body: multipart/mixed' }, 'operations.execute[0].body'],
  [
    'a style of another place',
    { params: '{ a: { type: array, in: query, style: matrix } }' },
    'operations.execute[0].params.a.style',
  ],
  [
    'two ways to write a style',
    { params: '{ a: { type: array, in: query, explode: false, array_style: comma } }' },
    'operations.execute[0].params.a.array_style',
  ],
  [
    'an object with any members in a query',
    { params: '{ a: { type: object, in: query } }' },
    'operations.execute[0].params.a.type',
  ],
  [
    'one name for two values',
    {
      params: '{ a: { type: object, in: query, properties: { b: { type: string } } }, b: { type: string, in: query } }',
    },
    'operations.execute[0].params.b',
  ],
])('rejects %s', (_title, parts, path) => {
  const errors = problemsOf(parts).filter(({ severity }) => severity === 'error');
  expect(errors.map(({ field_path }) => field_path)).toContain(path);
});
