import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DocumentError } from './index.ts';
import { documentOf, generate } from './testing/documents.ts';

const name = fc.oneof(
  fc.constantFrom(
    'id',
    'petId',
    'per_page',
    'page',
    'fields',
    'input',
    'password',
    '__proto__',
    'constructor',
    'X-Key',
    'first',
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
);

const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record(
      { type: fc.constantFrom('string', 'integer', 'number', 'boolean'), default: fc.jsonValue({ maxDepth: 1 }) },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('string'),
        enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 4 }),
        pattern: fc.string(),
        format: fc.constantFrom('uuid', 'password', 'date', 'x'),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('integer'),
        minimum: fc.integer(),
        maximum: fc.integer(),
        exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 4 }),
        required: fc.array(name, { maxLength: 2 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.constant({ $ref: '#/components/schemas/Any' }),
    fc.constant({}),
  ),
}));

const segment = fc.oneof(
  fc.constantFrom('pets', 'users', 'search', '{id}', '{petId}', '{a-b}', 'a.b', 'cancel'),
  fc.string({ minLength: 1, maxLength: 8 }),
);
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
const content = (inner: fc.Arbitrary<object>) =>
  fc.dictionary(
    fc.constantFrom('application/json', 'text/plain', 'multipart/form-data'),
    fc.record({ schema: inner }),
    { maxKeys: 2 },
  );

const operation = fc.record(
  {
    operationId: fc.oneof(name, fc.constantFrom('pets/list', 'pets/get', 'introspect', 'deleteAll', 'listPets')),
    summary: fc.string({ unit: 'binary', maxLength: 60 }),
    description: fc.string({ unit: 'grapheme', maxLength: 60 }),
    parameters: fc.array(
      fc.record({ name, in: fc.constantFrom('path', 'query', 'header', 'cookie'), required: fc.boolean(), schema }),
      { maxLength: 4 },
    ),
    requestBody: fc.record({ required: fc.boolean(), content: content(schema) }),
    responses: fc.dictionary(
      fc.constantFrom('200', '204', '404', 'default'),
      fc.record({ description: fc.string(), content: content(schema) }),
      { maxKeys: 3 },
    ),
    security: fc.array(fc.constantFrom({}, { key: [] }, { other: [] }), { maxLength: 2 }),
  },
  { requiredKeys: ['responses'] },
);

const item = fc.dictionary(fc.constantFrom('get', 'put', 'post', 'delete', 'patch', 'head'), operation, { maxKeys: 4 });
const document = fc.record({
  paths: fc.dictionary(path, item, { minKeys: 1, maxKeys: 5 }),
  any: schema,
  title: fc.string({ unit: 'grapheme' }),
});

it('every adapter passes the check as it was drafted, and its names are unique', () => {
  let written = 0;
  fc.assert(
    fc.property(document, ({ paths, any, title }) => {
      const text = documentOf(paths, {
        info: { title, version: '1', description: title },
        components: {
          schemas: { Any: any },
          securitySchemes: { key: { type: 'http', scheme: 'bearer' }, other: { type: 'mutualTLS' } },
        },
      });
      try {
        const { adapter, report } = generate(text);
        const names = adapter.operations.map((each) => each.name);
        expect(new Set(names).size).toBe(names.length);
        // If the check refuses a drafted operation, the generator has a bug.
        expect(report.left_out.filter(({ reason }) => reason === 'refused_by_check')).toEqual([]);
        expect(report.operations.written + report.operations.left_out).toBe(report.operations.found);
        written += names.length;
      } catch (error) {
        if (!(error instanceof DocumentError)) throw error;
      }
    }),
    { numRuns: repetitions({ atLeast: 150, full: 2000 }) },
  );
  expect(written).toBeGreaterThan(100);
});
