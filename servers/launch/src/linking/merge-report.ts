import { z } from 'zod';

const lines = z.array(z.string());

/** The places that a launch wanted to change and left to people, and pages that need a decision. */
export const mergeReportSchema = z.strictObject({
  schema_version: z.literal('1.0'),
  conflicts: z.array(
    z.strictObject({
      path: z.string(),
      reason: z.enum(['both_changed', 'both_added', 'edited_and_dropped']),
      section: z.string(),
      /** The line of the site's page, from 1. */
      line: z.int().min(1),
      base: lines,
      ours: lines,
      theirs: lines,
    }),
  ),
  /** Sections that were removed, because the draft has them no more and nobody edited them. */
  removed_sections: z.array(z.strictObject({ path: z.string(), section: z.string() })),
  pages: z.array(
    z.strictObject({
      path: z.string(),
      /** `stale` is no longer written; `deleted` and `moved` were written before, and people took them away. */
      kind: z.enum(['stale', 'deleted', 'moved']),
      /** Whether people edited a stale page. */
      edited: z.boolean().optional(),
      /** Whether the run deletes a stale page. */
      removed: z.boolean().optional(),
      /** Where the page or its text is now. */
      now_at: z.string().optional(),
      reason: z.string(),
    }),
  ),
  /** Why the record of earlier launches cannot be used. */
  record_problem: z.string().optional(),
});
export type MergeReport = z.output<typeof mergeReportSchema>;
export type PageNote = MergeReport['pages'][number];

export const emptyReport: MergeReport = { schema_version: '1.0', conflicts: [], removed_sections: [], pages: [] };

const mostConflicts = 500;
const mostLines = 100;
const longestLine = 1000;

/** The parts of a report that one page contributes. */
interface Reported {
  readonly conflicts?: MergeReport['conflicts'];
  readonly removed?: MergeReport['removed_sections'];
  readonly notes?: readonly PageNote[];
}

/** Collects the reports of pages, within limits. */
export const reportOf = (pages: readonly Reported[], stale: readonly PageNote[]): MergeReport => ({
  schema_version: '1.0',
  conflicts: pages
    .flatMap(({ conflicts = [] }) => conflicts)
    .slice(0, mostConflicts)
    .map(({ base, ours, theirs, ...place }) => ({ ...place, base: cut(base), ours: cut(ours), theirs: cut(theirs) })),
  removed_sections: pages.flatMap(({ removed = [] }) => removed).slice(0, mostConflicts),
  pages: [...pages.flatMap(({ notes = [] }) => notes), ...stale],
});

const cut = (given: readonly string[]): string[] =>
  given.slice(0, mostLines).map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
