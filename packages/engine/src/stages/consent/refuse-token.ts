import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { lookOf } from '../../tool/look-of.ts';
import { denied, failWithQuestion } from './ask.ts';
import type { ConsentSettings, Question } from './question.ts';
import type { LostSince, TokenRefusal } from './tokens.ts';

/** The failure of a call whose token does not confirm it. */
export const refuseToken = (
  call: Call,
  refusal: TokenRefusal,
  question: Question,
  { tokens, policy = {}, now = Date.now }: ConsentSettings,
): Failure => {
  const token = call.meta.confirmation_token ?? '';
  const options = { correlation_id: call.correlation_id };
  switch (refusal.state) {
    case 'invalid':
      return fail('TOKEN_INVALID', { token }, options);
    case 'expired':
      return fail(
        'TOKEN_EXPIRED',
        { token, expired_at: timestamp(refusal.expired_at), current_time: timestamp(now()) },
        options,
      );
    case 'used':
      if (refusal.lost) return outcomeUnknown(call, refusal.lost);
      return fail('TOKEN_ALREADY_USED', { token, consumed_at: timestamp(refusal.consumed_at) }, options);
    case 'mismatch':
      return fail(
        'TOKEN_SCOPE_MISMATCH',
        { token, token_operation: refusal.token_operation, requested_operation: operationOf(call).name },
        options,
      );
    case 'denied':
      return denied(call, refusal);
    case 'waiting': {
      const { holds } = tokens;
      return failWithQuestion(call, question, { token, expiresAt: refusal.expires_at, holds, policy, waiting: true });
    }
  }
};

/** The confirmed call began, and its process is silent. It is not made again by itself. */
const outcomeUnknown = (call: Call, lost: LostSince): Failure => {
  const operation = operationOf(call);
  return fail(
    'CONFLICT_OUTCOME_UNKNOWN',
    {
      operation: operation.name,
      started_at: timestamp(lost.started_at),
      last_heard_at: timestamp(lost.last_heard_at),
    },
    {
      correlation_id: call.correlation_id,
      effect: 'unknown',
      retryable: false,
      ...lookOf(operation, call, { startedAt: lost.started_at }),
    },
  );
};

const timestamp = (ms: number): string => new Date(ms).toISOString();
