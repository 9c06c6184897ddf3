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
  outside_root: 'files outside the project were ignored',
  path_unreadable: 'files were ignored because their paths are invalid',
  source_missing: 'files of the profile are not in the project',
  source_unknown: 'files were ignored because no source folder or Go module of the project contains them',
  source_ambiguous: 'files are in several source folders; the first one was used',
  line_zero: 'lines numbered 0 were ignored',
  record_unknown: 'records of an unknown kind were ignored',
  totals_differ: 'totals differ from the listed lines; the listed lines are used',
  branch_unreadable: 'lines have unreadable branch counts; their branches are not counted',
  branch_negative: 'branches have a negative count and are treated as not taken',
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
      message: `${messages[kind]} (${count} in total, the first on line ${line} of the profile)`,
    }));
  }
}
