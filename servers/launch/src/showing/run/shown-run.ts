import type { Claim, Inputs, ValidationReport } from '../../artifacts.ts';
import type { RunConfig } from '../../config/run-config.ts';
import type { Sentence } from '../../markdown/read-sentences.ts';

export type ReportIssue = ValidationReport['issues'][number];

/** The lines that a claim cites. */
interface Quote {
  readonly lines: readonly string[];
  /** How many lines of the citation are not quoted. */
  readonly more: number;
  /** Whether the lines are the ones that the claim was read from. */
  readonly isSame: boolean;
}

/** A claim with the lines that it cites, as people see it. */
export interface ShownClaim extends Claim {
  /** The cited lines in the product's repository, at the pinned commit. */
  readonly url: string;
  /** Absent if the lines could not be read. */
  readonly quote?: Quote;
}

/**
 * What a sentence rests on: claims, a named phrase of the templates, the page as it was before the run, or nothing.
 */
export type Standing = 'cited' | 'phrase' | 'kept' | 'uncited';

/** A sentence of a page with its evidence. */
export interface ShownSentence extends Pick<Sentence, 'kind' | 'text'> {
  /** Absent if the page could not be read. */
  readonly line?: number;
  readonly standing: Standing;
  readonly claims: readonly ShownClaim[];
  /** Ids of cited claims that the run's evidence does not have. */
  readonly unknown: readonly string[];
  readonly phrase?: string;
  /** The truth gate's objections to it. Undefined if the gate has not judged the sentence. */
  readonly objections?: readonly ReportIssue[];
}

/** A page that the run wrote, with everything that the run knows about it. */
export interface ShownPage {
  readonly path: string;
  readonly title: string;
  /** Lines of the page; undefined if it could not be read. */
  readonly lines: readonly string[] | undefined;
  readonly isNew: boolean;
  readonly sentences: readonly ShownSentence[];
  readonly issues: readonly ReportIssue[];
}

/** A run as people see it. */
export interface ShownRun {
  readonly run_id: string;
  readonly state: string;
  readonly started_at: string;
  readonly config: RunConfig;
  readonly inputs: Inputs | undefined;
  readonly report: ValidationReport | undefined;
  readonly pr_url: string | undefined;
  readonly pages: readonly ShownPage[];
  /** Issues that no page has. */
  readonly issues: readonly ReportIssue[];
  /** What could not be read, one sentence each. */
  readonly notes: readonly string[];
}
