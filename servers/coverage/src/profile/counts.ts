import type { Counts, FileCoverage } from './coverage.ts';

/** A line is covered if it ran at least once. */
export const countLines = ({ hits }: FileCoverage): Counts => {
  let covered = 0;
  for (const count of hits) if (count > 0) covered += 1;
  return { covered, total: hits.length };
};

/** A branch is one way out of a decision, and covered if it was taken at least once. */
export const countBranches = ({ branches }: FileCoverage): Counts => {
  let covered = 0;
  for (const { taken } of branches) if (taken > 0) covered += 1;
  return { covered, total: branches.length };
};
