import type { Counts, Metric } from '../../profile/coverage.ts';
import type { FindingOf } from './finding.ts';

export type Status = 'PASS' | 'FAIL' | 'WARN';

/** Counts of the metric, and their share for display: rounded down, and never compared. */
export interface Measure extends Counts {
  readonly percent: number;
}

/** A measure against a minimum. */
export interface Judged extends Measure {
  readonly required: number;
  readonly status: Status;
}

export interface DomainResult extends Judged {
  readonly domain: string;
  readonly requiredInherited: boolean;
  /** Against the entry of the history that the ratchet compares with; absent if it has none. */
  readonly delta?: number;
}

export interface FileResult extends Judged {
  readonly file: string;
}

/** The changed lines that can run. */
export interface ChangedLinesResult extends Judged {
  /** The commit that was compared with. */
  readonly base: string;
  /** Files with changed lines that did not run, by path. */
  readonly uncovered: readonly { readonly file: string; readonly lines: readonly number[] }[];
  readonly newFiles: readonly FileResult[];
  /** Changed source files of a domain that the profile does not have. */
  readonly unmeasured: readonly string[];
}

export interface RatchetResult extends Measure {
  readonly previousPercent: number;
  readonly previousCommit: string | undefined;
  readonly previousAt: string;
  /** Whether the entry is of the same branch, or the last of any. */
  readonly comparedWith: 'same_branch' | 'other_branch';
  readonly status: Status;
}

/** Reasons why a verdict fails, in the order in which to report them. */
export type VerdictProblem = FindingOf<
  'OP_DOMAIN_UNKNOWN' | 'OP_NOTHING_MEASURED' | 'OP_DOMAIN_EMPTY' | 'OP_BELOW_THRESHOLD' | 'OP_RATCHET_VIOLATED'
> & { readonly similar?: readonly string[] };

export type VerdictWarning = FindingOf<
  'OP_FILES_UNASSIGNED' | 'OP_DOMAINS_OVERLAP' | 'OP_CHANGES_UNMEASURED' | 'OP_HISTORY_EMPTY'
>;

/** The result of judging a profile by a policy. All lists are in the order of the policy, or by path. */
export interface Verdict {
  /** True only if nothing is wrong: there is no problem. */
  readonly passed: boolean;
  /** The unit of all shares but those of changed lines. */
  readonly metric: Metric;
  readonly overall: Measure;
  readonly domains: readonly DomainResult[];
  /** Only files that a rule of the policy names. */
  readonly files: readonly FileResult[];
  readonly changedLines?: ChangedLinesResult;
  readonly ratchet?: RatchetResult;
  readonly problems: readonly VerdictProblem[];
  readonly warnings: readonly VerdictWarning[];
  /** Left out of the verdict: files excluded by the policy, as tests or by themselves, and domains not asked for. */
  readonly left: {
    readonly excluded: readonly string[];
    readonly ignored: readonly string[];
    readonly domains: readonly string[];
  };
}
