import { accept, refuse } from './guard.ts';
import type { Guard } from './guard.ts';

export type DurationOptions = {
  /** The longest that is allowed, as a duration: `1h`. */
  readonly max?: string;
};

/** The handle of a duration. */
export interface SafeDuration {
  readonly text: string;
  readonly milliseconds: number;
}

const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Go's form, a unit after every number. */
const durationPattern = '(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+';
const whole = new RegExp(`^${durationPattern}$`);
const piece = /([0-9.]+)([a-zµμ]+)/g;
/** The maximum of 64 bits of nanoseconds: Go rejects longer durations. */
const longestMs = 2 ** 63 / 1e6;

/** The length of a duration; undefined if the string is not a duration. */
const parseDuration = (text: string): number | undefined => {
  if (!whole.test(text)) return undefined;
  return [...text.matchAll(piece)].reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? NaN), 0);
};

/** A positive length of time, as Go writes it. The handle is a `SafeDuration`. */
export const duration: Guard = (value, options) => {
  const milliseconds = parseDuration(value);
  if (milliseconds === undefined || Number.isNaN(milliseconds)) {
    return refuse('form', 'it is not a number with a unit of ns, us, ms, s, m or h', {
      pattern: durationPattern,
      example: '1m30s',
    });
  }
  if (milliseconds <= 0) return refuse('range', 'it must be more than 0');
  const { max } = options;
  const maxMs = typeof max === 'string' ? parseDuration(max) : longestMs;
  if (maxMs === undefined) throw new Error("'max' is not a valid duration");
  if (milliseconds > maxMs || milliseconds >= longestMs) {
    return refuse('range', `it is longer than ${typeof max === 'string' ? max : 'the longest possible duration'}`);
  }
  return accept({ text: value, milliseconds } satisfies SafeDuration);
};
