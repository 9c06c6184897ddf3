import { expect, it } from 'vitest';
import { documentOf, generate } from '../testing/documents.ts';

const answering = (...kinds: readonly string[]) => {
  const content = Object.fromEntries(kinds.map((kind) => [kind, { schema: { type: 'object' } }]));
  const get = { operationId: 'getA', responses: { '200': { description: '', content } } };
  return generate(documentOf({ '/a': { get } })).operation('get_a');
};

it.each<[readonly string[], string | undefined]>([
  [['application/json'], undefined],
  [['text/csv', 'application/json; charset=utf-8'], undefined],
  [['*/*'], undefined],
  [['application/hal+json', 'text/html'], 'application/hal+json'],
  [['application/pdf'], 'application/pdf'],
  [['image/png', 'image/*'], 'image/png, image/*'],
  [['text/csv; charset=utf-8', 'text/html'], 'text/csv, text/html'],
  [['application/xml', 'text/xml'], 'application/xml, text/xml'],
])('asks an operation that answers with %j for %s', (kinds, accept) => {
  expect(answering(...kinds).accept).toBe(accept);
});

it.each([
  ['text/csv', 'string'],
  ['application/xml', 'string'],
  ['application/pdf', 'object'],
])('says that %s is returned as a value of type %s', (kind, type) => {
  expect(answering(kind).returns?.type).toBe(type);
});
