import type { DialectName, Failure } from '@recourse/contract';
import type { Inferred } from '../rules/rule.ts';

/**
 * Where a failure was read, from most to least to be relied on. `listed`: the client itself compared the call with the
 * server's list of tools, and sent nothing. `inferred`: a rule took the code from the server's words; it says nothing
 * about the effect. `disguised`: the result did not say that it is an error. Of `protocol`, `transport` and `prose`
 * nothing is taken but that the call failed.
 */
export type Source =
  'contract' | 'dialect' | 'listed' | 'inferred' | 'disguised' | 'protocol' | 'transport' | 'prose' | 'unreadable';

/** An answer, read as a failure. */
export interface Reading {
  readonly failure: Failure;
  readonly source: Source;
  readonly dialect?: DialectName;
  /** The server answered with what it had stored: asking again with the same key brings the same. */
  readonly replayed: boolean;
  /** The words that the code was inferred from. */
  readonly inferred?: Inferred;
}
