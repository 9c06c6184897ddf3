import type { Counts, FileCoverage, Metric, Unit } from './coverage.ts';

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

const countUnits = (units: readonly Unit[]): Counts => {
  let [covered, total] = [0, 0];
  for (const { weight, hits } of units) {
    total += weight;
    if (hits > 0) covered += weight;
  }
  return { covered, total };
};

/** Counts a file by a metric. A file whose profile does not have the metric counts nothing. */
export const countMetric = (file: FileCoverage, metric: Metric): Counts => {
  switch (metric) {
    case 'lines':
      return countLines(file);
    case 'branches':
      return countBranches(file);
    case 'statements':
      return countUnits(file.statements ?? []);
    case 'functions':
      return countUnits(file.functions ?? []);
  }
};
