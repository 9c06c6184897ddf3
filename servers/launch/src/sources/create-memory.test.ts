import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemory } from './create-memory.ts';

const sizes = (most: number) => createMemory<string>(most, (value) => value.length);

describe('createMemory', () => {
  it('forgets the value that was used least recently', () => {
    const memory = sizes(3);
    memory.set('a', 'x');
    memory.set('b', 'x');
    memory.set('c', 'x');
    memory.get('a');
    memory.set('d', 'x');
    expect(['a', 'b', 'c', 'd'].map((key) => memory.get(key))).toEqual(['x', undefined, 'x', 'x']);
  });

  it('does not keep a value that exceeds the limit by itself', () => {
    const memory = sizes(3);
    memory.set('a', 'four');
    expect(memory.get('a')).toBeUndefined();
    memory.set('a', 'one');
    expect(memory.get('a')).toBe('one');
  });

  it('counts a replaced value once', () => {
    const memory = sizes(4);
    for (const value of ['xx', 'xy', 'yy']) memory.set('a', value);
    memory.set('b', 'zz');
    expect([memory.get('a'), memory.get('b')]).toEqual(['yy', 'zz']);
  });

  it('never exceeds its byte limit, and always keeps the last value that fits', () => {
    const step = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.string({ maxLength: 12 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 50 }), (steps) => {
        const memory = sizes(10);
        for (const [key, value] of steps) {
          memory.set(key, value);
          expect(memory.get(key)).toBe(value.length <= 10 ? value : undefined);
          const held = ['a', 'b', 'c', 'd', 'e'].map((name) => memory.get(name) ?? '');
          expect(held.join('').length).toBeLessThanOrEqual(10);
        }
      }),
    );
  });
});
