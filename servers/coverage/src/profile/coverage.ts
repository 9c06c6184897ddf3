/** Coverage by file, independent of the format of the profile. */
export interface Coverage {
  /** By path, relative to the root, with `/`; every path is inside it. */
  readonly files: ReadonlyMap<string, FileCoverage>;
}

/** One source file. Lines are kept as two arrays of the same length: a large profile has millions of them. */
export interface FileCoverage {
  readonly path: string;
  /** Line numbers from 1, rising. */
  readonly lines: Uint32Array;
  /** How often each line ran, at least: if a line has several counts, the highest is kept. */
  readonly hits: Float64Array;
  readonly branches: readonly Branch[];
  /** Absent if the format counts none. */
  readonly statements?: readonly Unit[];
  readonly functions?: readonly Unit[];
}

/** A statement, a block of statements or a function, by its place in the file. */
export interface Unit {
  /** The same for the same place in every profile of one format. */
  readonly key: string;
  readonly line: number;
  /** How many it counts for: a block of Go has several statements. */
  readonly weight: number;
  readonly hits: number;
}

/** The units that shares are measured in. */
export const metrics = ['statements', 'lines', 'branches', 'functions'] as const;
export type Metric = (typeof metrics)[number];

export interface Branch {
  /** 0 where the profile does not say which. */
  readonly line: number;
  /** Which of the decisions of the line, and which way out of it. */
  readonly decision: number;
  readonly way: number;
  readonly taken: number;
}

/** How many of something there are, and how many of them ran. */
export interface Counts {
  readonly covered: number;
  readonly total: number;
}

export const profileFormats = [
  'lcov',
  'cobertura',
  'go',
  'istanbul',
  'jacoco',
  'clover',
  'coverage-py',
  'llvm-cov',
] as const;
export type ProfileFormat = (typeof profileFormats)[number];
