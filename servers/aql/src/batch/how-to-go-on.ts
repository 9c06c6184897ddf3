import { isJsonObject } from '@recourse/contract';
import type { Failure, FailureOptions, JsonObject } from '@recourse/contract';
import type { BatchSetting } from '../tools/batch-operation.ts';

/**
 * Advice for a batch that stopped at a question: confirm, then send the rest of the batch with the token. The rest is
 * not shown if it holds a secret.
 */
export const howToGoOn = (
  question: Failure,
  [halted, ...rest]: readonly JsonObject[],
  { tool, holdsSecret }: Pick<BatchSetting, 'tool' | 'holdsSecret'>,
): FailureOptions => {
  const token = question.details?.['confirmation_token'];
  const advice = {
    recovery: 'confirm',
    hint: 'Ask the user about the last entry of errors, then send that item with its token and the items after it, but none before it.',
  } as const;
  if (!halted || typeof token !== 'string' || [halted, ...rest].some(holdsSecret)) return advice;
  const carrier = question.code === 'RATE_LIMIT_QUOTA_PAUSE' ? '_quota_continue' : '_confirmation';
  const params = isJsonObject(halted['params']) ? halted['params'] : {};
  const confirmed = { ...halted, params: { ...params, [carrier]: token } };
  return {
    ...advice,
    next_actions: [
      {
        tool,
        arguments: { operations: [confirmed, ...rest] },
        why: 'Once the user has agreed, continues with the operation that stopped the batch and those after it.',
      },
    ],
  };
};
