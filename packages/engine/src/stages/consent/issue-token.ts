import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { digestOf } from '../../call/digest.ts';
import type { Operation } from '../../tool/operation.ts';
import { dangerOf } from '../gate/gate.ts';
import { confirmationMsOf } from './confirmation-times.ts';
import { reasonsOf } from './question.ts';
import type { ConsentSettings, Question } from './question.ts';
import type { Shown } from './read-shown.ts';
import type { Asked, HeldCall } from './tokens.ts';

/** Issues a token for a question, or passes on what a person has decided about the call. */
export const issueToken = (
  call: Call,
  { tokens, policy = {}, now = Date.now }: ConsentSettings,
  { asks, shown, digest }: Question,
  shared: boolean,
): Promise<Asked> => {
  const operation = operationOf(call);
  const endangers = asks.some(({ kind }) => kind === 'danger');
  const subject = endangers ? dangerOf(policy, operation) : 'quota';
  return tokens.ask({
    prefix: endangers ? 'conf' : 'quota_continue',
    principal: call.principal.id,
    operation: operation.name,
    digest,
    ...(shown && { call_digest: digestOf(call.arguments) }),
    expires_at: now() + confirmationMsOf(policy, subject),
    reasons: reasonsOf(asks),
    ...(tokens.holds && { held: heldCall(call, operation, shown) }),
    shared,
  });
};

const heldCall = (call: Call, operation: Operation, shown: Shown | undefined): HeldCall => {
  const { idempotency_key } = call.meta;
  return {
    operation: operation.name,
    arguments: call.arguments,
    principal: call.principal,
    ...(idempotency_key !== undefined && { idempotency_key }),
    ...(operation.sensitive.length > 0 && { sensitive: operation.sensitive }),
    ...(shown && { shown: shown.visible }),
  };
};
