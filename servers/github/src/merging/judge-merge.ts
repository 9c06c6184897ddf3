import type { CoreSet, Fail, Failure } from '@recourse/contract';
import type { githubCodes } from '../codes.ts';
import type { WholePull } from '../shapes/pull.ts';
import { blockersOf, wordsOf } from './blockers.ts';
import type { Blocker } from './blockers.ts';
import { headMismatch } from './head-mismatch.ts';
import { nextActionsFor } from './next-actions.ts';
import type { MergeMethod } from './merge-rules.ts';
import type { Said } from '../asking/said-by.ts';

/** The codes of a merge that cannot be made. */
export type MergeCode = 'PR_NOT_MERGEABLE' | 'HEAD_SHA_MISMATCH' | 'MERGEABILITY_UNKNOWN';

export interface MergeCase {
  readonly repo: string;
  readonly pull: WholePull;
  readonly waitedMs: number;
  readonly method: MergeMethod;
  /** The head that is to be merged, whole or its beginning. */
  readonly expected: string;
  /** The blockers that the pull request itself does not tell. */
  readonly blockers: readonly Blocker[];
  /** The methods that may be used instead, where the method is what blocks. */
  readonly allowed?: readonly MergeMethod[];
  /** GitHub's answer when it refused; absent before it was asked. */
  readonly said?: Said;
}

/** Says why a pull request is not merged; undefined when nothing is known to block it. */
export const judgeMerge = (
  fail: Fail<CoreSet | typeof githubCodes, MergeCode>,
  merge: MergeCase,
): Failure | undefined => {
  const { repo, pull, said } = merge;
  const { number, head } = pull;
  const own = blockersOf(pull);
  const isOver = pull.merged || pull.state !== 'open';
  if (!isOver && !head.sha.startsWith(merge.expected)) {
    return headMismatch(fail, { repo, pull, expected: merge.expected, said });
  }
  const standing = [...own, ...merge.blockers];
  if (standing.length > 0) {
    const about = { repo, prNumber: number, headSha: head.sha, allowed: merge.allowed };
    return fail(
      'PR_NOT_MERGEABLE',
      {
        pull_number: number,
        mergeable_state: pull.merged ? 'merged' : pull.state === 'open' ? pull.mergeable_state : pull.state,
        blocked_by: standing.map(wordsOf),
        blockers: standing.map((blocker) => ({ ...blocker })),
        head_sha: head.sha,
        ...said,
      },
      { next_actions: nextActionsFor(standing, about) },
    );
  }
  if (pull.mergeable !== null) return undefined;
  return fail('MERGEABILITY_UNKNOWN', {
    pull_number: number,
    head_sha: head.sha,
    waited_seconds: Math.round(merge.waitedMs / 1000),
    retry_after_seconds: 10,
  });
};
