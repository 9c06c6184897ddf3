/** Why code in the page did not do what it was asked for. */
export interface PageProblem {
  readonly problem: 'unsupported' | 'failed' | 'missing';
  readonly reason: string;
  readonly url: string;
  /** The part that is missing, its name, and the names that are there. */
  readonly what: string;
  readonly name: string;
  readonly available: readonly string[];
}

/** The answer of code in the page. An error that it throws would lose its kind. */
export type PageOutcome<Value> = { readonly value: Value } | PageProblem;
