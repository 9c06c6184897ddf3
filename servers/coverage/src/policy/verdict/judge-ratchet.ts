import type { Counts, Metric } from '../../profile/coverage.ts';
import type { History, HistoryEntry } from '../history/history.ts';
import { compareShares, meets, percentOf } from './counts.ts';
import { measure } from './judge-measure.ts';
import type { RatchetResult } from './verdict.ts';

/** Coverctl writes percents with one decimal, which may be half of that too high. */
const roundedBy = 0.05;

/**
 * The entry that the present is compared with: the last one of the same branch, else the last of any. Another
 * branch's entry is better than none: a new branch starts from where it was made.
 */
export const findPrevious = (history: History, metric: Metric, branch?: string): HistoryEntry | undefined => {
  // Entries from before there were metrics are of lines. A share of one metric says nothing about another.
  const same = history.entries.filter((entry) => (entry.metric ?? 'lines') === metric);
  return same.findLast((entry) => branch !== undefined && entry.branch === branch) ?? same.at(-1);
};

/** Judges whether coverage has fallen. Entries that we wrote have counts and are compared exactly. */
export const judgeRatchet = (overall: Counts, previous: HistoryEntry, branch?: string): RatchetResult => {
  const { counts } = previous;
  const holds = counts
    ? compareShares(overall, counts) >= 0
    : meets(overall, Math.max(0, Math.round((previous.overall - roundedBy) * 100) / 100));
  return {
    ...measure(overall),
    previousPercent: counts ? percentOf(counts) : previous.overall,
    previousCommit: previous.commit,
    previousAt: previous.timestamp,
    comparedWith: branch !== undefined && previous.branch === branch ? 'same_branch' : 'other_branch',
    status: holds ? 'PASS' : 'FAIL',
  };
};
