/** A harmless oddity of a profile: it was counted, and the rest was read. */
export interface ProfileWarning {
  readonly kind: WarningKind;
  readonly count: number;
  /** Of the profile, where it happened first. */
  readonly line: number;
  /** One sentence, with the count. It repeats nothing of what the profile says. */
  readonly message: string;
}

const messages = {
  outside_root: 'files outside the root were left out',
  path_unreadable: 'files were left out because their path cannot be read',
  source_missing: 'files of the profile are not in the project',
  source_unknown: 'files were left out because no source folder has them',
  source_ambiguous: 'files are in several source folders; the first was taken',
  line_zero: 'lines with the number 0 were left out',
  record_unknown: 'records of an unknown kind were passed over',
  totals_differ: 'totals of the profile differ from the lines that it lists; the lines count',
  branch_unreadable: 'lines have branches without a count',
  branch_negative: 'branches have a count below zero; they count as not taken',
} as const;

export type WarningKind = keyof typeof messages;

/** Counts warnings by their kind, so that a million of them cost as much as one. */
export class WarningTally {
  readonly #counts = new Map<WarningKind, { count: number; line: number }>();

  add(kind: WarningKind, line: number): void {
    const known = this.#counts.get(kind);
    if (known) known.count += 1;
    else this.#counts.set(kind, { count: 1, line });
  }

  list(): readonly ProfileWarning[] {
    return [...this.#counts].map(([kind, { count, line }]) => ({
      kind,
      count,
      line,
      message: `${count} ${messages[kind]} (first in line ${line})`,
    }));
  }
}
