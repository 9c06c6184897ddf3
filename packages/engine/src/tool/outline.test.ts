import type { JsonSchema } from '@recourse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outlineOf } from './outline.ts';

const item = z.strictObject({ id: z.int().min(1), tags: z.array(z.strictObject({ name: z.string().max(9) })) });
const schema = z.toJSONSchema(
  z.strictObject({
    state: z.enum(['open', 'closed']),
    items: z.array(item),
    by: z.record(z.string(), item),
    pair: z.tuple([z.string(), z.int()]),
    one: z.xor([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]),
    note: z.string().nullable().optional(),
  }),
) as JsonSchema;

const value = {
  state: 'open',
  items: [{ id: 1, tags: [{ name: 'x' }] }],
  by: { one: { id: 2, tags: [] } },
  pair: ['a', 1],
  one: { a: 'b' },
};

const accepts = (outline: JsonSchema, given: unknown): boolean =>
  new Ajv2020({ strict: false }).compile(outline)(given);

describe('the outline of an output', () => {
  it.each([10_000, 600, 300, 10])('accepts what the schema accepts, within %i bytes', (mostBytes) => {
    const outline = outlineOf(schema, mostBytes);
    expect(accepts(schema, value)).toBe(true);
    expect(accepts(outline, value)).toBe(true);
    // Clients add nothing, but a dialect does: every level is open.
    expect(accepts(outline, { ...value, ok: true, items: [{ ...value.items[0], more: 1 }] })).toBe(true);
  });

  it.each([10_000, 10])('still refuses a missing field and a wrong type, within %i bytes', (mostBytes) => {
    const { state: _, ...incomplete } = value;
    expect(accepts(outlineOf(schema, mostBytes), incomplete)).toBe(false);
    expect(accepts(outlineOf(schema, mostBytes), { ...value, items: 'none' })).toBe(false);
  });

  it('goes as deep as it has room for, and always shows the first level', () => {
    expect(outlineOf(schema, 10_000)).toMatchObject({
      properties: { items: { items: { properties: { tags: { items: { properties: { name: {} } } } } } } },
    });
    expect(outlineOf(schema, 10)).toMatchObject({
      properties: { state: { enum: ['open', 'closed'] }, items: { type: 'array', items: { type: 'object' } } },
      required: ['state', 'items', 'by', 'pair', 'one'],
    });
    expect(JSON.stringify(outlineOf(schema, 10))).not.toContain('tags');
  });

  it('leaves references open, since it has no definitions', () => {
    const tree = {
      type: 'object',
      properties: { left: { $ref: '#/$defs/tree' } },
      $defs: { tree: { type: 'object' } },
    };
    expect(outlineOf(tree, 10_000)).toEqual({ type: 'object', properties: { left: {} } });
  });
});
