/** The lines of the working tree that are not as they are in a commit, uncommitted and untracked ones included. */
export interface Changes {
  /** The commit that was compared with, in full. */
  readonly base: string;
  /** By path relative to the root: changed or added line numbers from 1, rising. Removed files are not in it. */
  readonly files: ReadonlyMap<string, Uint32Array>;
  /** Paths that the commit does not have, but for files that were only moved. */
  readonly added: ReadonlySet<string>;
}

/** Why git could not answer. The details are those of the code. */
export interface GitProblem {
  readonly code: 'OP_REF_UNKNOWN';
  readonly details: { readonly ref: string; readonly reason: string; readonly shallow?: boolean };
}

export const isGitProblem = (answer: object): answer is GitProblem =>
  'code' in answer && answer.code === 'OP_REF_UNKNOWN';
