import type { DialectName, Failure } from '@recourse/contract';

/**
 * Where a failure was read, from most to least to be relied on. `disguised`: the result did not say that it is an
 * error. Of `protocol`, `transport` and `prose` nothing is taken but that the call failed.
 */
export type Source = 'contract' | 'dialect' | 'disguised' | 'protocol' | 'transport' | 'prose' | 'unreadable';

/** An answer, read as a failure. */
export interface Reading {
  readonly failure: Failure;
  readonly source: Source;
  readonly dialect?: DialectName;
  /** The server answered with what it had stored: asking again with the same key brings the same. */
  readonly replayed: boolean;
}
