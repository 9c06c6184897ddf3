import type { JsonSchema } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { hoistSchema } from './hoist-schema.ts';

describe('hoistSchema', () => {
  it('makes references to the schema and its definitions lead to components', () => {
    const components: Record<string, JsonSchema> = {};
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { self: { $ref: '#' }, one: { $ref: '#/$defs/a~1b' }, first: { $ref: '#/properties/self' } },
      $defs: { 'a/b': { type: 'array', items: { $ref: '#/$defs/a~1b' } } },
    } as const;
    expect(hoistSchema(schema as unknown as JsonSchema, 'Tree', components)).toEqual({
      $ref: '#/components/schemas/Tree',
    });
    const place = '#/components/schemas/Tree';
    expect(components).toEqual({
      Tree: {
        type: 'object',
        properties: {
          self: { $ref: place },
          one: { $ref: `${place}.a_b` },
          first: { $ref: `${place}/properties/self` },
        },
      },
      'Tree.a_b': { type: 'array', items: { $ref: `${place}.a_b` } },
    });
  });

  it('changes no data and no other address', () => {
    const components: Record<string, JsonSchema> = {};
    const schema = { const: { $ref: '#' }, anyOf: [{ $ref: 'https://example.org/schema' }] };
    hoistSchema(schema, 'Data', components);
    expect(components['Data']).toEqual(schema);
  });
});
