import type { CoreSet, Fail, Failure } from '@recourse/contract';
import type { githubCodes } from '../codes.ts';

interface Moved {
  readonly repo: string;
  readonly branch: string;
  /** The head that the caller named, whole or its beginning. */
  readonly expected: string | undefined;
  /** The head that the commit was made on. */
  readonly parent: string;
  readonly now: string;
  readonly status?: number | undefined;
  /** The paths of the commit that were changed meanwhile. */
  readonly paths?: readonly string[];
}

/**
 * A lost race. The same call may be made again, unless it was tied to a head that is no longer there, or would overwrite
 * what another commit has changed.
 */
export const branchMoved = (
  fail: Fail<CoreSet | typeof githubCodes, 'BRANCH_MOVED'>,
  { repo, branch, expected, parent, now, status, paths }: Moved,
): Failure => {
  const read = { tool: 'get_commits', arguments: { repo, branch }, why: 'Shows what was committed in the meantime.' };
  return fail(
    'BRANCH_MOVED',
    {
      branch,
      expected_sha: expected ?? parent,
      actual_sha: now,
      ...(status !== undefined && { http_status: status }),
      ...(paths && { paths: [...paths] }),
    },
    expected === undefined && !paths
      ? {}
      : {
          retryable: false,
          recovery: 'discover',
          hint: paths
            ? 'Nothing was written: the same files changed in the meantime. Read them again, then redo your changes on top of the current content and commit.'
            : 'Nothing was written. Read what was committed in the meantime, then repeat the call with the new head as expected_head.',
          next_actions: [read],
        },
  );
};
