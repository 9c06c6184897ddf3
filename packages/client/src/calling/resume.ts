import { fail } from '@recourse/contract';
import { toCallToolResult } from '@recourse/contract/mcp';
import type { Question, ToolRequest } from '../strategies/strategy.ts';
import { nextCallId } from './episode.ts';
import { budgetOfPending, isTooOld, parsePending, questionDigest, requestOfPending } from './pending.ts';
import type { Pending } from './pending.ts';
import { recovered } from './recovered.ts';
import type { Recovered } from './recovered.ts';
import type { Budget, Settings } from './settings.ts';
import { keyTooOld } from './unsent.ts';

interface Resumed {
  /** The rest of the suspended call's budget, unless the caller names another. */
  readonly budget: Budget;
  readonly suspend: true;
  readonly isConfirmed: (question: Question) => boolean;
}

interface Resuming {
  readonly settings: Settings;
  /** The caller's options of the resumed call. */
  readonly options?: { readonly budget?: Budget; readonly toolCallId?: string | undefined } | undefined;
}

/**
 * Resumes a call that waited for a person. The call is made again with its key, and the yes confirms only the question
 * that was shown: if the server asks another one by now, the call is suspended with that.
 */
export const resumePending = async (
  given: Pending,
  yes: boolean,
  { settings, options = {} }: Resuming,
  run: (request: ToolRequest, resumed: Resumed) => Promise<Recovered>,
): Promise<Recovered> => {
  const pending = parsePending(given);
  const request = requestOfPending(pending);
  if (!isYes(yes)) return denied(pending);
  if (isTooOld(pending, settings.now())) return keyTooOld(request, settings, options.toolCallId ?? nextCallId());
  const digest = questionDigest(pending.question);
  return run(request, {
    budget: options.budget ?? budgetOfPending(pending),
    suspend: true,
    isConfirmed: (question) => questionDigest(question) === digest,
  });
};

/** Nothing is sent: without a confirmation the server does nothing. */
const denied = ({ tool }: Pending): Recovered => {
  const failure = fail('CONFIRMATION_DENIED', { operation: tool, reason: 'the user did not say yes' });
  const why = 'the person did not say yes';
  const answer = { result: toCallToolResult(failure) };
  return recovered({ end: 'denied', why, answer, instead: undefined, failure, steps: [], calls: 0 });
};

/** Only `true` is a yes. A stored or sent answer can be anything. */
const isYes = (answer: unknown): boolean => answer === true;
