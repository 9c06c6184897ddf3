import type { FileCoverage } from './coverage.ts';

/** Both ends belong to it. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Where a file did not run. Lines that hold no code do not part a range: two uncovered lines belong together unless
 * a line between them ran.
 */
export const uncoveredRanges = ({ lines, hits }: FileCoverage): readonly LineRange[] => {
  const ranges: LineRange[] = [];
  let first = 0;
  let last = 0;
  for (const [index, line] of lines.entries()) {
    if (hits[index] === 0) {
      if (first === 0) first = line;
      last = line;
    } else if (first > 0) {
      ranges.push({ first, last });
      first = 0;
    }
  }
  if (first > 0) ranges.push({ first, last });
  return ranges;
};

/** As people write them: `12-18, 40`. More than `limit` ranges end in how many there are besides. */
export const describeRanges = (ranges: readonly LineRange[], limit = Number.POSITIVE_INFINITY): string => {
  const shown = ranges.slice(0, limit).map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  const more = ranges.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
};

/** A line with a decision, and how many of the ways out of it were taken. */
export interface LineBranches {
  readonly line: number;
  readonly covered: number;
  readonly total: number;
}

/** The lines with a way out that was never taken, in rising order. Line 0 stands for what the profile has no line for. */
export const partialBranches = ({ branches }: FileCoverage): readonly LineBranches[] => {
  const lines = new Map<number, { line: number; covered: number; total: number }>();
  for (const { line, taken } of branches) {
    let counts = lines.get(line);
    if (!counts) lines.set(line, (counts = { line, covered: 0, total: 0 }));
    counts.total += 1;
    if (taken > 0) counts.covered += 1;
  }
  return [...lines.values()].filter(({ covered, total }) => covered < total);
};
