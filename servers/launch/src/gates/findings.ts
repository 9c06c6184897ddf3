import type { FoundIssue, GateFindings } from '@recourse/runs';

const longest = { message: 1000, path: 1000, rule: 200, context: 500 } as const;
/** A gate that finds more than this has said enough. */
export const mostIssues = 500;

/** Builds an issue within the limits of the record. */
export const issueOf = (issue: FoundIssue): FoundIssue => ({
  ...issue,
  message: cut(issue.message, longest.message),
  ...(issue.path !== undefined && { path: cut(issue.path, longest.path) }),
  ...(issue.rule !== undefined && { rule: cut(issue.rule, longest.rule) }),
  ...(issue.context !== undefined && { context: cut(issue.context, longest.context) }),
});

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export const skip = (reason: string): GateFindings => ({ issues: [], skipped: reason });

/**
 * Leaves out the issues that the page had before the run. They are told apart by what they are about, not by lines,
 * and an issue that occurs more often than before is new.
 */
export const onlyNew = (after: readonly FoundIssue[], before: readonly FoundIssue[]): readonly FoundIssue[] => {
  const known = new Map<string, number>();
  for (const issue of before) known.set(keyOf(issue), (known.get(keyOf(issue)) ?? 0) + 1);
  return after.filter((issue) => {
    const left = known.get(keyOf(issue)) ?? 0;
    known.set(keyOf(issue), left - 1);
    return left <= 0;
  });
};

const keyOf = ({ code, rule = '', context = '' }: FoundIssue): string => JSON.stringify([code, rule, context]);
