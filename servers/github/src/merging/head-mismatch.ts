import type { CoreSet, Fail, Failure } from '@recourse/contract';
import type { githubCodes } from '../codes.ts';
import type { WholePull } from '../shapes/pull.ts';
import type { Said } from '../asking/said-by.ts';

interface Mismatch {
  readonly repo: string;
  readonly pull: WholePull;
  readonly expected: string;
  /** Nothing before GitHub was asked. */
  readonly said?: Said | undefined;
}

/** Refuses to merge a head that was not inspected, and names the call that shows what was pushed. */
export const headMismatch = (
  fail: Fail<CoreSet | typeof githubCodes, 'HEAD_SHA_MISMATCH'>,
  { repo, pull, expected, said = {} }: Mismatch,
): Failure =>
  fail(
    'HEAD_SHA_MISMATCH',
    { pull_number: pull.number, expected_sha: expected, actual_sha: pull.head.sha, ...said },
    {
      next_actions: [
        {
          tool: 'get_pull_request',
          arguments: { repo, prNumber: pull.number, include_commits: true, include_files: true },
          why: 'Shows what was pushed. Review it before you merge the current head.',
        },
      ],
    },
  );
