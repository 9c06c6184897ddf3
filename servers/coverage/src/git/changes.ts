/** The lines of the working tree that are not as they are in a commit, uncommitted and untracked ones included. */
export interface Changes {
  /** The commit that was compared with, in full. */
  readonly base: string;
  /** By path relative to the root: changed or added line numbers from 1, rising. */
  readonly files: ReadonlyMap<string, Uint32Array>;
  /** Paths that the commit does not have. */
  readonly added: ReadonlySet<string>;
}
