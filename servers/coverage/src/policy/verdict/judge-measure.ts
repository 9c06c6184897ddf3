import type { Counts } from '../../profile/coverage.ts';
import { meets, percentOf } from './counts.ts';
import type { Judged, Measure, Status } from './verdict.ts';

export const measure = (counts: Counts): Measure => ({ ...counts, percent: percentOf(counts) });

/** Holds lines to a minimum, exactly. Above it and below `warn` is a warning. */
export const judgeMeasure = (counts: Counts, required: number, warn?: number): Judged => {
  const status = (): Status => {
    if (!meets(counts, required)) return 'FAIL';
    return warn !== undefined && !meets(counts, warn) ? 'WARN' : 'PASS';
  };
  return { ...measure(counts), required, status: status() };
};
