import type { Branch, Row } from '../text/tree.ts';
import { wrong } from './findings.ts';
import type { Report } from './findings.ts';
import type { Place } from './place.ts';

/** Reads one value. What it cannot take it reports, and answers undefined. */
export type Rule<Value> = (place: Place, report: Report) => Value | undefined;

export const isBranch = (place: Place): place is Place & { readonly tree: Branch } => place.tree.kind === 'branch';
export const isRow = (place: Place): place is Place & { readonly tree: Row } => place.tree.kind === 'row';

/** Reports that something else was expected, and answers nothing. */
export const refuse = (place: Place, expected: string, report: Report): undefined => {
  report(wrong(place, expected));
  return undefined;
};
