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
}

/** A lost race. The same call may be made again, unless it was tied to a head that is no longer there. */
export const branchMoved = (
  fail: Fail<CoreSet | typeof githubCodes, 'BRANCH_MOVED'>,
  { repo, branch, expected, parent, now, status }: Moved,
): Failure => {
  const read = { tool: 'get_commits', arguments: { repo, branch }, why: 'Shows what was committed meanwhile.' };
  return fail(
    'BRANCH_MOVED',
    {
      branch,
      expected_sha: expected ?? parent,
      actual_sha: now,
      ...(status !== undefined && { http_status: status }),
    },
    expected === undefined
      ? {}
      : {
          retryable: false,
          recovery: 'discover',
          hint: 'Nothing was written. Read what was committed meanwhile, then repeat with the new head.',
          next_actions: [read],
        },
  );
};
