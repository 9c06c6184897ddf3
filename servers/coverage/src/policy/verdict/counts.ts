import type { Counts, Coverage, FileCoverage, Metric } from '../../profile/coverage.ts';
import { countMetric } from '../../profile/index.ts';

export const none: Counts = { covered: 0, total: 0 };

const add = (one: Counts, other: Counts): Counts => ({
  covered: one.covered + other.covered,
  total: one.total + other.total,
});

/** Minimums have four decimals at most. */
const scale = 1_000_000;
const scaled = (minimum: number): bigint => BigInt(Math.round(minimum * scale));

/** Compares without rounding: 1599 of 2000 lines are 79.95 percent, and not 80. Nothing to cover is enough. */
export const meets = ({ covered, total }: Counts, minimum: number): boolean =>
  BigInt(covered) * 100n * BigInt(scale) >= scaled(minimum) * BigInt(total);

/** How many more lines must be covered to meet a minimum: exactly as many as are needed. */
export const linesToMeet = ({ covered, total }: Counts, minimum: number): number => {
  const whole = 100n * BigInt(scale);
  const needed = (scaled(minimum) * BigInt(total) + whole - 1n) / whole;
  return Math.max(0, Number(needed) - covered);
};

/** Less than, equal to or greater than 0, as one share is to the other; exact. */
export const compareShares = (one: Counts, other: Counts): number => {
  const difference = BigInt(one.covered) * BigInt(other.total || 1) - BigInt(other.covered) * BigInt(one.total || 1);
  if (difference === 0n) return 0;
  return difference > 0n ? 1 : -1;
};

/** For display, with two decimals and rounded down, so that nothing looks like more than it is. No lines are 0. */
export const percentOf = ({ covered, total }: Counts): number =>
  total === 0 ? 0 : Math.floor((covered * 10_000) / total) / 100;

/** Counts files together. */
export const sum = (files: Iterable<FileCoverage>, metric: Metric): Counts => {
  let together = none;
  for (const file of files) together = add(together, countMetric(file, metric));
  return together;
};

/** Compares two strings in the same order in every locale. */
export const byText = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

/** The files of a profile, by path. */
export const sortedFiles = (coverage: Coverage): readonly FileCoverage[] =>
  [...coverage.files.values()].toSorted((one, other) => byText(one.path, other.path));
