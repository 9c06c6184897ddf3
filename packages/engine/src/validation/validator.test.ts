import type { JsonSchema } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { loadValidator, readyValidator } from './validator.ts';

const schemaOf = (type: string): JsonSchema => ({ type: 'object', properties: { id: { type } }, required: ['id'] });

describe('the validator of a schema', () => {
  it('is shared by schemas that are equal', async () => {
    const again = schemaOf('string');
    expect(readyValidator(again)).toBeUndefined();
    expect(await loadValidator(again, false)).toBe(await loadValidator(schemaOf('string'), false));
    expect(readyValidator(again)).toBeDefined();
  });

  it('is not shared by schemas that differ, or that come from elsewhere', async () => {
    const own = await loadValidator(schemaOf('string'), false);
    const other = await loadValidator(schemaOf('integer'), false);
    const foreign = await loadValidator(schemaOf('string'), true);
    expect(new Set([own, other, foreign]).size).toBe(3);
    expect(own({ id: 1 }).problems).toHaveLength(1);
    expect(other({ id: 1 }).problems).toEqual([]);
  });

  it('is compiled for schemas of one $id with different rules', async () => {
    const named = (type: string): JsonSchema => ({ $id: 'https://example.com/row', ...schemaOf(type) });
    const first = await loadValidator(named('string'), true);
    const second = await loadValidator(named('integer'), true);
    expect(first({ id: 'a' }).problems).toEqual([]);
    expect(second({ id: 'a' }).problems).toHaveLength(1);
  });
});
