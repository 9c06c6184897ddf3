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
