import type { SimilarElement } from '../references/reference-lost-error.ts';

/** Several elements have the role and the name of a target. */
export class AmbiguousTargetError extends Error {
  override readonly name = 'AmbiguousTargetError';
  readonly count: number;
  /** The first of them. Their names are their rows, where they have one, because their own names are equal. */
  readonly matches: readonly SimilarElement[];

  constructor(count: number, matches: readonly SimilarElement[]) {
    super(`${count} elements have this role and name`);
    this.count = count;
    this.matches = matches;
  }
}
