/** One problem that prevents a document from being read, and its position in the file. */
export interface DocumentProblem {
  readonly message: string;
  /** From 1; absent if the problem has no one place. */
  readonly line?: number;
  readonly column?: number;
}

/** The document cannot be turned into an adapter. The message says what to do; `problems` has all that was found. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problems: readonly DocumentProblem[];

  constructor(message: string, problems: readonly DocumentProblem[] = []) {
    super(message);
    this.problems = problems;
  }
}
