import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { optionalKey } from './optional-key.ts';

const schema = z.strictObject({ name: z.string(), size: optionalKey(z.int().min(1)).describe('The size.') });

describe('optionalKey', () => {
  it('accepts an object without the key', () => {
    expect(schema.parse({ name: 'a' })).toEqual({ name: 'a' });
    expect(schema.parse({ name: 'a', size: 2 })).toEqual({ name: 'a', size: 2 });
  });

  it('checks the value of a key that is there', () => {
    expect(schema.safeParse({ name: 'a', size: 0 }).success).toBe(false);
    expect(schema.safeParse({ name: 'a', size: null }).success).toBe(false);
  });

  it('publishes an optional property with its description', () => {
    expect(z.toJSONSchema(schema)).toMatchObject({
      properties: { size: { type: 'integer', minimum: 1, description: 'The size.' } },
      required: ['name'],
    });
  });

  it('has a type without undefined', () => {
    expectTypeOf<z.output<typeof schema>>().toEqualTypeOf<{ name: string; size?: number }>();
    expectTypeOf<z.input<typeof schema>>().toEqualTypeOf<{ name: string; size?: number }>();
  });
});
