import { expect, it } from 'vitest';
import { createClock } from './create-clock.ts';

it('stands still until it is moved on', () => {
  const { now, advance } = createClock(1000);
  expect([now(), now()]).toEqual([1000, 1000]);
  advance(250);
  expect(now()).toBe(1250);
});

it('starts at any date', () => {
  expect(createClock(new Date('2030-05-05T00:00:00Z')).now()).toBe(Date.parse('2030-05-05T00:00:00Z'));
  expect(createClock().now()).toBe(createClock().now());
});

it('never goes back', () => {
  const { advance } = createClock();
  expect(() => advance(-1)).toThrow(RangeError);
  expect(() => advance(Number.NaN)).toThrow(RangeError);
});
