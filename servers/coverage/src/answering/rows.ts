import { z } from 'zod';
import type { ChangedLinesResult, DomainResult, FileResult } from '../policy/index.ts';
import type { Coverage, LineRange } from '../profile/index.ts';
import { countLines, describeRanges, uncoveredRanges } from '../profile/index.ts';
import { showText } from '../untrusted/show-text.ts';

const judged = {
  covered: z.int(),
  total: z.int(),
  /** With two decimals, rounded down; the status was decided by the exact numbers. */
  percent: z.number(),
  required: z.number(),
  status: z.enum(['PASS', 'FAIL', 'WARN']),
};

export const measureShape = z.object({ covered: z.int(), total: z.int(), percent: z.number() });
export const domainShape = z.object({
  domain: z.string(),
  ...judged,
  required_inherited: z.boolean(),
  delta: z.number().optional(),
});
export const fileShape = z.object({ file: z.string(), ...judged });
export const uncoveredShape = z.object({ file: z.string(), uncovered: z.int(), lines: z.string() });
export const changedShape = z.object({
  ...judged,
  base: z.string(),
  new_files: z.array(fileShape),
  unmeasured: z.array(z.string()),
});

export type DomainRow = z.infer<typeof domainShape>;
export type FileRow = z.infer<typeof fileShape>;
export type UncoveredRow = z.infer<typeof uncoveredShape>;

const rank = { FAIL: 0, WARN: 1, PASS: 2 } as const;
const byStatus = (one: { readonly status: keyof typeof rank }, other: { readonly status: keyof typeof rank }): number =>
  rank[one.status] - rank[other.status];

/** Failing domains come first. */
export const domainRows = (results: readonly DomainResult[]): readonly DomainRow[] =>
  results.toSorted(byStatus).map(({ domain, requiredInherited, ...rest }) => ({
    domain: showText(domain),
    ...rest,
    required_inherited: requiredInherited,
  }));

export const fileRows = (results: readonly FileResult[]): readonly FileRow[] =>
  results.toSorted(byStatus).map((result) => ({ ...result, file: showText(result.file) }));

const mostRanges = 40;

/** Lines of a file that did not run. Their ranges are written out only for rows that are shown. */
export interface MissedLines {
  readonly file: string;
  readonly uncovered: number;
  readonly ranges: () => readonly LineRange[];
}

/** Files with uncovered lines, those with the most first. */
export const missedLines = ({ files }: Coverage, isCounted: (path: string) => boolean): readonly MissedLines[] =>
  [...files.values()]
    .filter(({ path }) => isCounted(path))
    .map((file) => ({ file, counts: countLines(file) }))
    .filter(({ counts }) => counts.covered < counts.total)
    .map(({ file, counts }) => ({
      file: file.path,
      uncovered: counts.total - counts.covered,
      ranges: () => uncoveredRanges(file),
    }))
    .toSorted((one, other) => other.uncovered - one.uncovered || (one.file < other.file ? -1 : 1));

/** The changed lines that did not run. */
export const missedChanges = ({ uncovered }: ChangedLinesResult): readonly MissedLines[] =>
  uncovered.map(({ file, lines }) => ({ file, uncovered: lines.length, ranges: () => joined(lines) }));

export const uncoveredRow = ({ file, uncovered, ranges }: MissedLines): UncoveredRow => ({
  file: showText(file),
  uncovered,
  lines: describeRanges(ranges(), mostRanges),
});

const joined = (lines: readonly number[]): readonly LineRange[] => {
  const ranges: { first: number; last: number }[] = [];
  for (const line of lines) {
    const before = ranges.at(-1);
    if (before && before.last + 1 === line) before.last = line;
    else ranges.push({ first: line, last: line });
  }
  return ranges;
};

export const changedRow = (result: ChangedLinesResult): z.infer<typeof changedShape> => {
  const { covered, total, percent, required, status, base, newFiles, unmeasured } = result;
  return {
    covered,
    total,
    percent,
    required,
    status,
    base,
    new_files: fileRows(newFiles).slice(0, 50),
    unmeasured: unmeasured.slice(0, 50).map((name) => showText(name)),
  };
};
