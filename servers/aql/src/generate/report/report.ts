import { leftOutReasons } from './left-out.ts';
import type { LeftOutReason } from './left-out.ts';

/** One operation that is not in the adapter. */
export interface LeftOutEntry {
  /** `POST /pets`. */
  readonly operation: string;
  readonly reason: LeftOutReason;
  readonly detail: string;
}

/** One operation of the document, and where to find it. */
export interface WrittenEntry {
  /** `POST /pets`. */
  readonly operation: string;
  readonly name: string;
  /** The name of the adapter. */
  readonly adapter: string;
}

/** Something that the adapter says less exactly than the document, or in another way. */
export interface Note {
  /** Absent if it is about the whole document. */
  readonly operation?: string;
  readonly note: string;
}

/** The result for a document: everything that was left out is listed. */
export interface GenerateReport {
  readonly source: { readonly title: string; readonly version: string; readonly openapi: string };
  readonly operations: { readonly found: number; readonly written: number; readonly left_out: number };
  /** The adapter files, in order. More than one if the document is too large for one. */
  readonly files: readonly { readonly name: string; readonly operations: number }[];
  readonly written: readonly WrittenEntry[];
  /** How many were left out for which reason. */
  readonly reasons: Partial<Record<LeftOutReason, number>>;
  readonly left_out: readonly LeftOutEntry[];
  readonly notes: readonly Note[];
}

export const countReasons = (entries: readonly LeftOutEntry[]): Partial<Record<LeftOutReason, number>> => {
  const counts: Partial<Record<LeftOutReason, number>> = {};
  for (const reason of Object.keys(leftOutReasons) as LeftOutReason[]) {
    const count = entries.filter((entry) => entry.reason === reason).length;
    if (count > 0) counts[reason] = count;
  }
  return counts;
};
