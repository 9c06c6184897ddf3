import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

const answer = (bytes: number, etag = 'e') => ({ etag, headers: new Headers(), body: new ArrayBuffer(bytes) });

it('forgets what was not used for longest', () => {
  const cache = new AnswerCache({ entries: 2, bytes: 1000 });
  cache.set('a', answer(10));
  cache.set('b', answer(10));
  cache.get('a');
  cache.set('c', answer(10));
  expect([cache.get('a'), cache.get('b'), cache.get('c')].map(Boolean)).toEqual([true, false, true]);
});

it('keeps nothing that would push out most of the rest', () => {
  const cache = new AnswerCache({ entries: 9, bytes: 100 });
  cache.set('a', answer(26));
  expect(cache.get('a')).toBeUndefined();
});

it('never holds more than its bounds, and counts right', () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), bytes: fc.nat(60), drop: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = new AnswerCache({ entries: 3, bytes: 200 });
      for (const { key, bytes, drop } of steps) {
        if (drop) cache.delete(key);
        else cache.set(key, answer(bytes));
        expect(cache.size.entries).toBeLessThanOrEqual(3);
        expect(cache.size.bytes).toBeLessThanOrEqual(200);
        expect(cache.size.bytes).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
