import type { Json } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { documentOf, generate, responses } from './testing/documents.ts';
import { sendBody } from './testing/send.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';
const file = { content: 'hi', content_encoding: 'utf-8', file_name: 'a.txt' };
const binary = { type: 'string', format: 'binary' };
const object = (properties: object) => ({ type: 'object', properties });

const post = (content: object) => ({
  post: { operationId: 'createThing', requestBody: { required: true, content }, responses },
});
const sent = (content: object, body: Json): string => {
  const { operation } = generate(documentOf({ '/things': post(content) }, { openapi: '3.1.0' }));
  return sendBody(operation('create_thing'), body).replaceAll(/recourse-\w+/g, '*');
};

describe('a form', () => {
  const list = { type: 'array', items: { type: 'string' } };

  it.each<[string, object, string]>([
    ['each item', {}, 'x=a&x=b'],
    ['commas', { explode: false }, 'x=a,b'],
    ['spaces', { style: 'spaceDelimited' }, 'x=a%20b'],
    ['pipes', { style: 'pipeDelimited' }, 'x=a%7Cb'],
    ['each item, by a style that explodes', { style: 'pipeDelimited', explode: true }, 'x=a&x=b'],
    ['brackets', { style: 'deepObject' }, 'x%5B0%5D=a&x%5B1%5D=b'],
    ['JSON', { contentType: 'application/json' }, 'x=%5B%22a%22%2C%22b%22%5D'],
  ])('writes a list with %s', (_title, encoding, text) => {
    expect(sent({ [urlencoded]: { schema: object({ x: list }), encoding: { x: encoding } } }, { x: ['a', 'b'] })).toBe(text);
  }); // prettier-ignore

  it.each([{ x: [] }, { y: {} }, { y: { z: [] } }])('refuses %j, which would look like nothing', (body) => {
    const schema = object({ x: list, y: { type: 'object' } });
    expect(sent({ [urlencoded]: { schema } }, body)).toBe('rejected: VALIDATION_INVALID_VALUE');
  });
});

describe('a form with files', () => {
  const part = (member: object, encoding: object, value: Json): string =>
    sent({ [multipart]: { schema: object({ x: member }), encoding: { x: encoding } } }, { x: value })
      .split('\r\n')
      .slice(1, -2)
      .join('|');
  const name = 'Content-Disposition: form-data; name="x"';
  const asFile = `${name}; filename="a.txt"`;

  it.each<[string, object, object, Json, string]>([
    ['a file', binary, {}, file, `${asFile}|Content-Type: application/octet-stream||hi`],
    ['a file of a type', binary, { contentType: 'image/png' }, file, `${asFile}|Content-Type: image/png||hi`],
    ['a file of several types', binary, { contentType: 'image/png, image/gif' }, { ...file, content_mime_type: 'image/gif' }, `${asFile}|Content-Type: image/gif||hi`],
    ['a file of 3.1', { contentMediaType: 'application/octet-stream' }, {}, file, `${asFile}|Content-Type: application/octet-stream||hi`],
    ['a file or a string, as a file', { oneOf: [binary, { type: 'string' }] }, {}, file, `${asFile}|Content-Type: application/octet-stream||hi`],
    ['a file or a string, as a string', { oneOf: [binary, { type: 'string' }] }, {}, 'id', `${name}||id`],
    ['a file or anything', { anyOf: [{}, { type: 'string' }] }, {}, file, `${asFile}|Content-Type: application/octet-stream||hi`],
    ['a string of a type', { type: 'string' }, { contentType: 'text/csv' }, 'a,b', `${name}|Content-Type: text/csv||a,b`],
    ['a string as JSON', { type: 'string' }, { contentType: 'application/json' }, 'a', `${name}|Content-Type: application/json||"a"`],
    ['an object of a type', object({ a: {} }), { contentType: 'application/vnd.x+json' }, { a: 1 }, `${name}|Content-Type: application/vnd.x+json||{"a":1}`],
  ])('writes %s', (_title, member, encoding, value, text) => {
    expect(part(member, encoding, value)).toBe(text);
  }); // prettier-ignore

  it('is preferred to a body that cannot carry the files', () => {
    const content = {
      'application/json': { schema: object({ x: { type: 'string' } }) },
      [multipart]: { schema: object({ x: binary }) },
    };
    expect(sent(content, { x: file })).toContain('filename="a.txt"');
  });

  it('leaves out an object that would have to be XML', () => {
    const schema = { ...object({ x: object({ a: {} }) }), required: ['x'] };
    const content = { [multipart]: { schema, encoding: { x: { contentType: 'application/xml' } } } };
    const { report } = generate(documentOf({ '/things': post(content), '/a': { get: { responses } } }));
    expect(report.left_out).toMatchObject([{ operation: 'POST /things', reason: 'binary' }]);
  });

  it('refuses an empty list, which would have no part', () => {
    const schema = object({ x: { type: 'array', items: binary } });
    expect(sent({ [multipart]: { schema } }, { x: [] })).toBe('rejected: VALIDATION_INVALID_VALUE');
  });
});

it('sends bytes to an operation that takes any type', () => {
  expect(sent({ '*/*': { schema: binary } }, file)).toBe('hi');
});

describe('a parameter outside the body', () => {
  const parameter = (more: object) => ({ name: 'q', in: 'query', ...more });
  const parametersOf = (more: object) =>
    generate(documentOf({ '/a': { get: { operationId: 'getA', parameters: [parameter(more)], responses } } }));

  it('is written as it is if its content is not JSON', () => {
    const { operation } = parametersOf({ content: { 'text/plain': { schema: { type: 'string' } } } });
    expect(operation('get_a').parameters).toMatchObject([{ name: 'q', schema: { type: 'string' } }]);
    expect(operation('get_a').parameters[0]?.style).toBeUndefined();
  });

  it.each<[string, object]>([
    ['an object in XML', { content: { 'application/xml': { schema: object({ a: {} }) } } }],
    ['a list inside an object', { schema: object({ a: { type: 'array', items: {} } }) }],
    ['an object inside an object', { schema: object({ a: object({ b: { type: 'string' } }) }) }],
  ])('is omitted for %s, with a note', (_title, more) => {
    const { operation, report } = parametersOf(more);
    expect(operation('get_a').parameters).toEqual([]);
    expect(report.notes.map(({ note }) => note).join()).toContain("'q' in the query is omitted");
  });
});
