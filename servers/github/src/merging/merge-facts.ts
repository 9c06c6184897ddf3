import type { CoreSet, Fail, Failure } from '@recourse/contract';
import type { Facts } from '@recourse/engine';
import { cleanText } from '@recourse/github';
import type { githubCodes } from '../codes.ts';
import { getPull } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import type { Toolbox } from '../toolbox.ts';
import { headMismatch } from './head-mismatch.ts';
import type { MergeMethod } from './rule-blockers.ts';

/** A merge that a person is asked about. */
export interface AskedMerge extends Place {
  readonly prNumber: number;
  readonly method: MergeMethod;
  /** The head that the caller named, whole or its beginning. */
  readonly expected: string | undefined;
}

/** What a person must know to allow a merge. A head that the caller named and that has moved is not asked about. */
export const mergeFacts = async (
  toolbox: Toolbox,
  fail: Fail<CoreSet | typeof githubCodes, 'HEAD_SHA_MISMATCH'>,
  { method, expected, ...place }: AskedMerge,
): Promise<Facts | Failure> => {
  const pull = await getPull(toolbox, place);
  const isOpen = pull.state === 'open' && !pull.merged;
  if (isOpen && expected !== undefined && !pull.head.sha.startsWith(expected)) {
    return headMismatch(fail, { repo: place.repo, pull, expected });
  }
  return { title: cleanText(pull.title, 256), head: pull.head.sha, base: pull.base.ref, method };
};
