/** What was run and how often, whatever format it was written in. */
export interface Coverage {
  /** By path, relative to the root, with `/`; every path is inside it. */
  readonly files: ReadonlyMap<string, FileCoverage>;
}

/** One source file. Lines are kept as two arrays of the same length: a large profile has millions of them. */
export interface FileCoverage {
  readonly path: string;
  /** Line numbers from 1, rising. */
  readonly lines: Uint32Array;
  /** How often each of them ran, at least: of several counts of one line, the highest is kept. */
  readonly hits: Float64Array;
  readonly branches: readonly Branch[];
}

export interface Branch {
  /** 0 where the profile does not say which. */
  readonly line: number;
  /** Which of the decisions of the line, and which way out of it. */
  readonly decision: number;
  readonly way: number;
  readonly taken: number;
}

/** Lines or branches: how many there are, and how many of them ran. */
export interface Counts {
  readonly covered: number;
  readonly total: number;
}

export const profileFormats = ['lcov', 'cobertura', 'go', 'istanbul', 'jacoco', 'clover'] as const;
export type ProfileFormat = (typeof profileFormats)[number];
