/** Where a value comes from: a line of a file, or a rule. */
export type Origin = { readonly path: string; readonly line: number } | { readonly rule: string };

/** A value that may be right. */
export interface Candidate<Value = string> {
  readonly value: Value;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly source: Origin;
}

/** A value of a configuration that nobody has given. */
export interface Inferred extends Candidate<string | readonly string[] | boolean | null> {
  readonly field: string;
}

/** From this confidence on a value is used without asking. */
export const sureEnough = 0.8;

/** The best of some candidates, if it is sure enough. */
export const bestOf = <Value>(candidates: readonly Candidate<Value>[]): Candidate<Value> | undefined => {
  const [best] = ranked(candidates);
  return best && best.confidence >= sureEnough ? best : undefined;
};

/** Candidates from the most to the least likely. */
export const ranked = <Value>(candidates: readonly Candidate<Value>[]): readonly Candidate<Value>[] =>
  candidates.toSorted((one, other) => other.confidence - one.confidence);

/** The files that names are inferred from: a commit, or a folder. */
export interface ReadableFiles {
  readonly paths: readonly string[];
  /** A file as text; undefined if it cannot be read. */
  read(path: string): Promise<string | undefined>;
}
