import { describe, expect, it } from 'vitest';
import { listFields, typeName } from './list-fields.ts';

describe('listFields', () => {
  it('follows each field with what is inside it', () => {
    const fields = listFields({
      type: 'object',
      properties: {
        total: { type: 'integer' },
        errors: {
          type: 'array',
          items: { type: 'object', properties: { index: { type: 'integer' } }, required: ['index'] },
        },
        place: { type: 'object', properties: { line: { type: 'integer' } } },
        free: true,
      },
      required: ['errors'],
    });
    expect(fields.map(({ path, required }) => [path, required])).toEqual([
      ['total', false],
      ['errors', true],
      ['errors[].index', true],
      ['place', false],
      ['place.line', false],
      ['free', false],
    ]);
  });
});

describe('typeName', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', enum: ['a', 'b'] }, 'string'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { type: ['string', 'number'] } }, '(number | string)[]'],
    [{ type: 'array' }, 'json[]'],
    [{ type: ['string', 'null'] }, 'null | string'],
    [{ anyOf: [{ type: 'number' }, { type: 'string' }, true] }, 'json | number | string'],
    [{ oneOf: [{ type: 'number' }, { type: 'number' }] }, 'number'],
    [{ enum: [1, 'one', null] }, 'null | number | string'],
    [{ const: ['a'] }, 'array'],
    [{ const: null }, 'null'],
    [{}, 'json'],
  ])('calls %j %s', (schema, name) => {
    expect(typeName(schema)).toBe(name);
  });
});
