import { expect, it } from 'vitest';
import { parseDuration, renderDuration } from './durations.ts';

it.each([
  [0, '0 s'],
  [-5, '0 s'],
  [1, '1 s'],
  [59_001, '1 min'],
  [252_000, '4 min 12 s'],
  [3_600_000, '1 h'],
  [3_601_000, '1 h'],
  [90_000_000, '1 d 1 h'],
])('writes %i ms as %s', (ms, text) => {
  expect(renderDuration(ms)).toBe(text);
});

it.each([
  ['10m', 600_000],
  ['90 s', 90_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['10', undefined],
  ['m', undefined],
  ['-1m', undefined],
  ['1m30s', undefined],
])('reads %s as %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
