import type { Counts } from '../../profile/coverage.ts';

/** How a tool writes a percentage. */
type Style = (percent: number, counts: Counts) => string;

export interface PrintContext {
  /** The paths that were measured, which show the language. */
  readonly paths: Iterable<string>;
  /** The runner, where tests have just run. */
  readonly runner?: string | undefined;
}

/** Writes a share as the language's own tool prints it, to the last digit. Tools round; verdicts never do. */
export const printShare = (counts: Counts, { paths, runner }: PrintContext): string => {
  const { covered, total } = counts;
  return `${styleOf(paths, runner)(total === 0 ? 0 : (100 * covered) / total, counts)}%`;
};

const styleOf = (paths: Iterable<string>, runner: string | undefined): Style => {
  if (runner === 'node-test') return (percent) => percent.toFixed(2);
  const all = [...paths];
  if (all.length > 0 && all.every((path) => path.endsWith('.go'))) return goCover;
  return all.length > 0 && all.every((path) => path.endsWith('.py')) ? coveragePy : istanbul;
};

/** One decimal; what is exactly between two goes to the even one, as in C's printf. */
const goCover: Style = (percent) => {
  // Only quarters are exact in binary, and lie between two tenths.
  const isBetween = Number.isInteger(percent * 4) && !Number.isInteger(percent * 2);
  return (isBetween ? halfToEven(percent * 10) / 10 : percent).toFixed(1);
};

/** Whole numbers; 0 and 100 mean exactly that. */
const coveragePy: Style = (percent) => {
  if (percent > 0 && percent < 1) return '1';
  return percent > 99 && percent < 100 ? '99' : String(halfToEven(percent));
};

/** Two decimals, rounded down, without zeros at the end. Nothing to cover is 100. */
const istanbul: Style = (_, { covered, total }) =>
  String(total === 0 ? 100 : Math.floor((1000 * 100 * covered) / total / 10) / 100);

const halfToEven = (value: number): number => {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
};
