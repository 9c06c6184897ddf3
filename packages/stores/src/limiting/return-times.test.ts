import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReturnTimes } from './return-times.ts';

it('never brings back more callers in a second than are served', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 5000 }), fc.integer({ min: 1, max: 1000 }), (perSecond, refused) => {
      const returns = new ReturnTimes(() => 0.5);
      const times = Array.from({ length: refused }, (_, call) => call + returns.next(call, { queued: 0, perSecond }));
      // Rounding moves a caller by half a millisecond; those due at once are told to wait for the shortest time.
      const atMost = perSecond + 1 + (50 * perSecond) / 1000;
      for (const from of times) {
        expect(times.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(atMost);
      }
    }),
    { numRuns: 25 },
  );
});

it('starts after the calls that are queued, and from the present when no caller is expected any more', () => {
  const returns = new ReturnTimes(() => 0.5);
  expect(returns.next(0, { queued: 200, perSecond: 100 })).toBe(2010);
  expect(returns.next(0, { queued: 200, perSecond: 100 })).toBe(2020);
  expect(returns.next(90_000, { queued: 0, perSecond: 10 })).toBe(100);
});

it('spreads callers that would have to wait too long over the second half of the longest time', () => {
  const draws = [0, 0.5, 1 - Number.EPSILON];
  const returns = new ReturnTimes(() => draws.shift() ?? 0);
  const times = Array.from({ length: 3 }, () => returns.next(0, { queued: 1_000_000, perSecond: 1 }));
  expect(times).toEqual([30_000, 45_000, 60_000]);
});
