import type { Metric } from '../profile/coverage.ts';

/** The coverage requirements of a project, from its `.coverctl.yaml`. */
export interface Policy {
  readonly language: string | undefined;
  /** Where the profile is, and in which format, where the file says so. */
  readonly profile: { readonly format?: string; readonly path?: string };
  /** Which runner to use, where the file says so. */
  readonly runner: string | undefined;
  /** The unit of shares, where the file names one. See `metricOf` for the default. */
  readonly metric: Metric | undefined;
  /** In percent; compared exactly, never rounded. */
  readonly defaultMinimum: number;
  readonly domains: readonly Domain[];
  readonly exclude: readonly string[];
  readonly files: readonly FileRule[];
  /** The gate on changed lines. */
  readonly diff: { readonly enabled: boolean; readonly base: string; readonly minimum: number | undefined };
  /** Further profiles that are merged with the first. */
  readonly mergedProfiles: readonly string[];
  /** Folders of other machines in profiles, and where they are in this project. */
  readonly paths: readonly { readonly from: string; readonly to: string }[];
  readonly annotations: boolean;
  /** The module of a Go project, by which its patterns may name packages. */
  readonly module: string | undefined;
  readonly source: PolicySource;
}

/** A part of the project with a minimum of its own. */
export interface Domain {
  readonly name: string;
  readonly match: readonly string[];
  readonly exclude: readonly string[];
  /** The default where the file says nothing. */
  readonly minimum: number;
  readonly inherited: boolean;
  readonly warn: number | undefined;
}

interface FileRule {
  readonly match: readonly string[];
  readonly minimum: number;
}

/** Where a policy came from, so that a verdict can be traced to it. */
export interface PolicySource {
  /** Relative to the root; undefined if there is no file and the rules are the built-in ones. */
  readonly path: string | undefined;
  /** Every file that it was read from, in the order in which they extend each other; none for the built-in rules. */
  readonly files: readonly string[];
  /** Of those files, or of the built-in rules. */
  readonly digest: string;
}
