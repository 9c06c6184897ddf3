import { diffLines } from 'diff';

/** Edits beyond this number cost more time than an exact answer is worth. */
export const mostEdits = 5000;

/** How many lines are added and removed between two contents. */
export const changedLines = (before: string, after: string): number => {
  const changes = diffLines(before, after, { maxEditLength: mostEdits });
  if (!changes) return lineCount(before) + lineCount(after);
  return changes.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
};

const lineCount = (text: string): number => text.split('\n').length;
