import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { timestamp } from './timestamp.ts';

it('says what a date would say', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e14, max: 1e14, noNaN: true }), (ms) => {
      expect(timestamp(ms)).toBe(new Date(Math.floor(ms)).toISOString());
      expect(timestamp(ms + 1)).toBe(new Date(Math.floor(ms + 1)).toISOString());
    }),
  );
});
