import { isDeepStrictEqual } from 'node:util';
import { readFrontMatter } from '../markdown/read-front-matter.ts';
import { removeFrontMatter, writeFrontMatter } from '../markdown/write-front-matter.ts';
import type { MergeConflict } from './merge-body.ts';

type Values = Readonly<Record<string, unknown>>;

/** Keys that say when a page appeared and where it was. The site knows that better than a draft. */
export const keptKeys: ReadonlySet<string> = new Set(['date', 'publishDate', 'publishdate', 'aliases']);

export interface MergedFrontMatter {
  readonly page: string;
  readonly conflicts: readonly MergeConflict[];
}

/** Merges the keys of the front matter one by one into the page of the site. Undefined if it cannot be read. */
export const mergeFrontMatter = (base: string, theirs: string, ours: string): MergedFrontMatter | undefined => {
  const [was, now, next] = [valuesOf(base), valuesOf(theirs), valuesOf(ours)];
  if (!was || !now || !next) return undefined;
  const updates: Record<string, unknown> = {};
  const removed: string[] = [];
  const conflicts: MergeConflict[] = [];
  for (const key of new Set([...Object.keys(was), ...Object.keys(next)])) {
    const [before, their, our] = [was[key], now[key], next[key]];
    if (isDeepStrictEqual(before, our) || isDeepStrictEqual(their, our)) continue;
    // A key that people removed stays away.
    if (their === undefined && before !== undefined) continue;
    if (their !== undefined && keptKeys.has(key)) continue;
    if (!isDeepStrictEqual(before, their)) conflicts.push(conflictOf(key, theirs, [before, our, their]));
    else if (our === undefined) removed.push(key);
    else updates[key] = our;
  }
  const written = writeFrontMatter(theirs, updates);
  const page = written === undefined ? undefined : removeFrontMatter(written, removed);
  return page === undefined ? undefined : { page, conflicts };
};

/** As JSON, where dates are strings. */
const valuesOf = (page: string): Values | undefined => {
  const { values } = readFrontMatter(page);
  return values && (JSON.parse(JSON.stringify(values)) as Values);
};

const conflictOf = (
  key: string,
  page: string,
  [base, ours, theirs]: readonly [unknown, unknown, unknown],
): MergeConflict => {
  const at = page.split('\n').findIndex((line) => line.trimStart().startsWith(key));
  const line = (value: unknown): readonly string[] => (value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`]);
  const reason = ours === undefined ? 'edited_and_dropped' : base === undefined ? 'both_added' : 'both_changed';
  return { reason, section: '', line: Math.max(1, at + 1), base: line(base), ours: line(ours), theirs: line(theirs) };
};
