import type { Place } from './facts.ts';

/** By file, then from top to bottom. */
export const byPlace = (one: Place, other: Place): number =>
  compareTexts(one.file, other.file) || one.line - other.line || one.column - other.column;

/** Not by locale: the order is the same on every machine. */
export const compareTexts = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
