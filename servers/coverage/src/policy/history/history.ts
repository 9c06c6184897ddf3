import type { Counts, Metric } from '../../profile/coverage.ts';

/** The recorded entries, oldest first, as coverctl writes them. */
export interface History {
  readonly entries: readonly HistoryEntry[];
}

export interface HistoryEntry {
  /** When, by RFC 3339. */
  readonly timestamp: string;
  readonly commit?: string;
  readonly branch?: string;
  /** In percent. Coverctl rounds it to one decimal; ours is rounded down to two. */
  readonly overall: number;
  /** The unit of the shares; lines if the entry names none. */
  readonly metric?: Metric;
  /** Ours, so that a later comparison need not trust a rounded number. */
  readonly counts?: Counts;
  readonly domains: Readonly<Record<string, HistoryDomain>>;
}

export interface HistoryDomain {
  readonly name: string;
  readonly percent: number;
  readonly min: number;
  readonly status: string;
}
