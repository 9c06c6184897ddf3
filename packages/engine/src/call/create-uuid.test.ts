import { expect, it } from 'vitest';
import { createUuid } from './create-uuid.ts';

const many = Array.from({ length: 10_000 }, createUuid);

it('creates version 4 UUIDs that all differ', () => {
  for (const id of many) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(many).size).toBe(many.length);
});

it('uses every digit in every place that is random', () => {
  for (let place = 0; place < 36; place += 1) {
    const seen = new Set(many.map((id) => id[place])).size;
    expect(seen, `place ${place}`).toBe([8, 13, 14, 18, 23].includes(place) ? 1 : place === 19 ? 4 : 16);
  }
});
