import { changeFailure } from '@recourse/contract';
import type { CoreSet, Fail, Failure } from '@recourse/contract';
import type { Progress } from '@recourse/engine';
import type { GitHubError } from '@recourse/github';
import { tryRead } from '../asking/try-read.ts';
import type { githubCodes } from '../codes.ts';
import type { WholePull } from '../shapes/pull.ts';
import type { Toolbox } from '../toolbox.ts';
import { headMismatch } from './head-mismatch.ts';
import { judgeMerge } from './judge-merge.ts';
import type { MergeCode } from './judge-merge.ts';
import { nextActionFor } from './next-actions.ts';
import { readMergeRules } from './merge-rules.ts';
import type { MergeMethod } from './merge-rules.ts';
import { methodRefusal } from './method-blocker.ts';
import { saidBy } from '../asking/said-by.ts';
import type { Said } from '../asking/said-by.ts';
import { waitForMergeable } from './wait-for-mergeable.ts';

type MergeFail = Fail<CoreSet | typeof githubCodes, MergeCode | 'BASE_BRANCH_MODIFIED'>;

/** A merge that GitHub has refused. */
export interface RefusedMerge {
  readonly repo: string;
  /** As it was before the merge was tried. */
  readonly pull: WholePull;
  readonly method: MergeMethod;
  readonly expected: string;
  readonly error: GitHubError;
}

/**
 * Finds out why GitHub refused a merge. GitHub has one status for every blocker and another for a moved head, so the
 * pull request and its rules are read again. If that fails, GitHub's own refusal is the answer.
 */
export const explainMerge = async (
  toolbox: Toolbox,
  fail: MergeFail,
  refused: RefusedMerge,
  progress: (progress: Progress) => void,
): Promise<Failure> => {
  const { error, ...about } = refused;
  const said = saidBy(error);
  const { value: told } = await tryRead(lookAgain(toolbox, fail, { ...about, said }, progress));
  return told ?? undiagnosed(fail, about, said);
};

type Looked = Omit<RefusedMerge, 'error'> & { readonly said: Said };

const lookAgain = async (
  toolbox: Toolbox,
  fail: MergeFail,
  about: Looked,
  progress: (progress: Progress) => void,
): Promise<Failure> => {
  const place = { repo: about.repo, prNumber: about.pull.number };
  const after = await waitForMergeable(toolbox, place, progress);
  const { pull } = after;
  const { blockers: rules } = await readMergeRules(toolbox, place, pull);
  const isOver = pull.merged || pull.state !== 'open';
  const { value: refused } = isOver
    ? { value: undefined }
    : await tryRead(methodRefusal(toolbox, { repo: about.repo, branch: pull.base.ref }, about.method));
  // A method that is not allowed explains a refusal that no rule with a name explains.
  const named = rules.filter((rule) => !refused || rule.guard !== 'rule' || rule.state !== undefined);
  const reasons = refused ? { blockers: [...named, refused.blocker], allowed: refused.allowed } : { blockers: rules };
  const judged = judgeMerge(fail, { ...about, ...after, ...reasons });
  if (judged) return judged;
  // GitHub has one status for this race and for every other reason; only its sentence tells them apart.
  if (!/base branch was modified/i.test(about.said.upstream_error ?? '')) return undiagnosed(fail, about, about.said);
  return fail('BASE_BRANCH_MODIFIED', {
    pull_number: after.pull.number,
    base: after.pull.base.ref,
    mergeable_state: after.pull.mergeable_state,
    head_sha: after.pull.head.sha,
    ...about.said,
  });
};

/** The failure by GitHub's status alone. */
const undiagnosed = (fail: MergeFail, about: Omit<RefusedMerge, 'error'>, said: Said): Failure => {
  const { repo, pull, expected } = about;
  if (said.http_status === 409) {
    const failure = headMismatch(fail, { repo, pull, expected, said });
    // The head that is known is the one that was refused.
    const { actual_sha: _, ...details } = failure.details ?? {};
    return changeFailure(failure, {
      message: `Head SHA mismatch: '${expected}' is not the head of the pull request`,
      details,
    });
  }
  const place = { repo, prNumber: pull.number, headSha: pull.head.sha };
  return fail(
    'PR_NOT_MERGEABLE',
    { pull_number: pull.number, head_sha: pull.head.sha, ...said },
    { next_actions: [nextActionFor({ guard: 'rule' }, place)] },
  );
};
