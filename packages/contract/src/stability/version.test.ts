import { describe, expect, it } from 'vitest';
import { compareVersions } from './version.ts';

describe('compareVersions', () => {
  it.each([
    ['1.0.0', '1.0.0', 0],
    ['0.2.0', '0.10.0', -1],
    ['2.0.0', '1.9.9', 1],
    ['1.0.0-beta.1', '1.0.0', -1],
    ['1.0.0', '1.0.0-beta.1', 1],
    ['1.0.0+build', '1.0.0', 0],
  ])('orders %s and %s', (one, other, order) => {
    expect(Math.sign(compareVersions(one, other))).toBe(order);
  });
});
