/** A commit to be made: files of one branch, on top of a commit. */
export interface CommitRequest {
  /** Identifies this commit: the same key never makes a second one. */
  readonly key: string;
  readonly run_id: string;
  readonly repo_url: string;
  /** The commit that the branch starts from. */
  readonly base: string;
  readonly branch: string;
  readonly message: string;
  readonly author?: { readonly name: string; readonly email: string };
  /** Paths and contents; null deletes the file. */
  readonly files: ReadonlyMap<string, string | null>;
  readonly allowed_paths: readonly string[];
}

export interface PullRequest {
  readonly key: string;
  readonly run_id: string;
  readonly repo_url: string;
  readonly base_branch: string;
  readonly branch: string;
  readonly title: string;
  readonly body: string;
}

export interface OpenedPullRequest {
  readonly url: string;
  readonly number: number;
}

/**
 * Writes commits and pull requests. Both writes are found again by their key, so that a publication whose process
 * died continues instead of repeating them. Failures are RunErrors with a code.
 */
export interface Publisher {
  /** How long a write may take to become visible after the process that sent it is gone. */
  readonly settlesWithinMs: number;
  /**
   * Whether writes are found again by their key. If not, the same key never makes a second commit or pull request, so
   * that a write whose result is not known can be repeated.
   */
  looks(target: Pick<CommitRequest, 'repo_url'>, signal: AbortSignal): Promise<boolean>;
  /** Commits that are on the branch and not on `base`, newest first; undefined if there is no such branch. */
  branchCommits(
    target: Pick<CommitRequest, 'repo_url' | 'base' | 'branch'>,
    signal: AbortSignal,
  ): Promise<readonly { readonly sha: string; readonly message: string }[] | undefined>;
  commit(request: CommitRequest, signal: AbortSignal): Promise<{ readonly commit_sha: string }>;
  findCommit(request: CommitRequest, signal: AbortSignal): Promise<{ readonly commit_sha: string } | undefined>;
  openPullRequest(request: PullRequest, signal: AbortSignal): Promise<OpenedPullRequest>;
  findPullRequest(request: PullRequest, signal: AbortSignal): Promise<OpenedPullRequest | undefined>;
  /** Gives an open pull request a new title and body. Repeating it changes nothing. */
  updatePullRequest(request: PullRequest, opened: OpenedPullRequest, signal: AbortSignal): Promise<void>;
}
