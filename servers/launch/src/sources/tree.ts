/** A file of a commit. Modes are git's: 100644 and 100755 are files, 120000 is a symbolic link, 160000 a submodule. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: '100644' | '100755' | '120000' | '160000';
  readonly sha: string;
  /** Bytes; null for a submodule. */
  readonly size: number | null;
}

/**
 * The files of one commit, read from git's objects. Nothing is checked out: no link is followed, no filter and no hook
 * of the repository runs.
 */
export interface Tree {
  readonly url: string;
  readonly sha: string;
  /** All entries, in the order of their paths. */
  readonly entries: readonly TreeEntry[];
  /** Reads a regular file. Undefined if the path is absent, a link or a submodule. */
  read(path: string): Promise<Uint8Array | undefined>;
}

export interface Place {
  readonly url: string;
  readonly sha: string;
}

/** The repositories that runs read from. */
export interface Repositories {
  /** The head of a branch, of the default branch unless one is named. */
  head(
    url: string,
    branch: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly branch: string; readonly sha: string }>;
  /** Opens the files of a commit while `use` runs. Fetches the commit if it is not here yet. */
  withTree<Result>(place: Place, signal: AbortSignal, use: (tree: Tree) => Promise<Result>): Promise<Result>;
}
