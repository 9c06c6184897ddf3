import { expect, it } from 'vitest';
import { parseSince } from './parse-since.ts';

const now = Date.UTC(2026, 0, 31, 12);

it.each([
  ['10m', '2026-01-31T11:50:00.000Z'],
  ['1d', '2026-01-30T12:00:00.000Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T10:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31 10:00:30', '2026-01-31T10:00:30.000Z'],
  ['2026-01-31T10:00:00.5Z', '2026-01-31T10:00:00.500Z'],
  ['2026-01-31T10:00:00+02:00', '2026-01-31T08:00:00.000Z'],
])('reads %s as %s', (text, expected) => {
  expect(parseSince(text, now)).toBe(expected);
});

it.each(['', 'yesterday', '10', '2026-13-01', '2026-01-31T25:00', '1e9'])(
  'refuses %j, and says what it takes',
  (text) => {
    expect(() => parseSince(text, now)).toThrow(/is not a time: use 90s/);
  },
);
