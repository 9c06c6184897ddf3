import type { CoreSet, Fail, Failure } from '@recourse/contract';
import type { Facts } from '@recourse/engine';
import { cleanText } from '@recourse/github';
import type { Place } from '../asking/requests.ts';
import { tryRead } from '../asking/try-read.ts';
import type { githubCodes } from '../codes.ts';
import type { Toolbox } from '../toolbox.ts';
import { blockersOf, wordsOf } from './blockers.ts';
import { judgeMerge } from './judge-merge.ts';
import type { MergeCode } from './judge-merge.ts';
import { readMergeRules } from './merge-rules.ts';
import type { MergeMethod } from './merge-rules.ts';
import { methodRefusal } from './method-blocker.ts';
import { waitForMergeable } from './wait-for-mergeable.ts';

/** A merge that a person is asked about. */
export interface AskedMerge extends Place {
  readonly prNumber: number;
  readonly method: MergeMethod;
  /** The head that the caller named, whole or its beginning. */
  readonly expected: string | undefined;
}

/**
 * Reads what a person must know to allow a merge, including the rules that it would bypass. A merge that cannot happen
 * is refused here, without a question.
 */
export const mergeFacts = async (
  toolbox: Toolbox,
  fail: Fail<CoreSet | typeof githubCodes, MergeCode>,
  { method, expected, ...place }: AskedMerge,
): Promise<Facts | Failure> => {
  const { pull, waitedMs } = await waitForMergeable(toolbox, place, () => undefined);
  const rules = await readMergeRules(toolbox, place, pull);
  const isOver = pull.merged || pull.state !== 'open';
  const { value: refused } = isOver
    ? { value: undefined }
    : await tryRead(methodRefusal(toolbox, { ...place, branch: pull.base.ref }, method));
  const isImpossible = rules.canBypass === false || blockersOf(pull).length > 0;
  const blockers = [...(isImpossible ? rules.blockers : []), ...(refused ? [refused.blocker] : [])];
  const about = { repo: place.repo, pull, waitedMs, method, expected: expected ?? pull.head.sha };
  const refusal = judgeMerge(fail, { ...about, blockers, ...(refused && { allowed: refused.allowed }) });
  if (refusal) return refusal;
  const bypassed = rules.blockers.map(wordsOf).join('; ');
  return {
    title: cleanText(pull.title, 256),
    head: pull.head.sha,
    base: pull.base.ref,
    method,
    rules_bypassed: bypassed === '' ? 'none' : cleanText(bypassed, 500),
  };
};
