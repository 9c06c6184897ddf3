import { fail } from '@recourse/contract';
import type { Failure, NextAction } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import type { PolicySettings } from '../../settings/settings.ts';
import { confirmToolName } from '../../tool/confirm-tool.ts';
import type { Operation } from '../../tool/operation.ts';
import { dangerOf } from '../gate/gate.ts';
import { changesBetween } from './fact-changes.ts';
import { issueToken } from './issue-token.ts';
import { questionText } from './question-text.ts';
import { reasonsOf } from './question.ts';
import type { ConsentSettings, Question } from './question.ts';
import type { Denied } from './tokens.ts';

/** Asks about a call, or answers with a decision; undefined if the call was approved in the meantime. */
export const ask = async (call: Call, settings: ConsentSettings, question: Question): Promise<Failure | undefined> => {
  const { tokens, policy = {} } = settings;
  const waiting = policy.consent === 'person';
  // A caller that can confirm for itself makes as many calls as it confirms; a person is asked once for one call.
  const asked = await issueToken(call, settings, question, waiting);
  if (asked.state === 'approved') return undefined;
  if (asked.state === 'denied') return denied(call, asked);
  const { token, expires_at: expiresAt, earlier } = asked;
  // A call without a token does not say which question it repeats.
  const changes = question.changes ?? (earlier && changesBetween(earlier, question.shown));
  return failWithQuestion(call, { ...question, changes }, { token, expiresAt, holds: tokens.holds, policy, waiting });
};

/** The token of a question, and how it can be answered. */
export interface AskedToken {
  readonly token: string;
  readonly expiresAt: number;
  readonly holds: boolean;
  readonly policy: PolicySettings;
  /** Whether the policy requires more than the caller can give: all that is left is to wait for a person. */
  readonly waiting: boolean;
}

/** The failure that asks the question. */
export const failWithQuestion = (call: Call, question: Question, asked: AskedToken): Failure => {
  const { asks, shown, changes } = question;
  const { token, policy } = asked;
  const operation = operationOf(call);
  const expires_at = new Date(asked.expiresAt).toISOString();
  const danger = asks.find(({ kind }) => kind === 'danger');
  const pause = asks.find(({ quota }) => quota)?.quota;
  const options = optionsOf(call, operation, asked);
  if (!danger && pause) {
    const { metric, current, pause_threshold, hard_stop_threshold } = pause;
    return fail(
      'RATE_LIMIT_QUOTA_PAUSE',
      { metric, current, pause_threshold, hard_stop_threshold, confirmation_token: token, expires_at },
      options,
    );
  }
  const message = questionText(call, operation, {
    ...(shown && { visible: shown.visible }),
    ...(changes && { changes }),
  });
  return fail(
    'CONFIRMATION_REQUIRED',
    {
      operation: operation.name,
      danger_level: dangerOf(policy, operation),
      reasons: [...reasonsOf(asks)],
      ...(message !== undefined && { confirmation_message: message }),
      ...(shown && { shown: shown.visible }),
      ...(changes && changes.length > 0 && { changed: [...changes] }),
      confirmation_token: token,
      expires_at,
    },
    options,
  );
};

const optionsOf = (call: Call, operation: Operation, { token, policy, holds, waiting }: AskedToken) => {
  // A token from the caller does not count here, so none is recommended.
  const inDialogue = policy.consent === 'client';
  return {
    correlation_id: call.correlation_id,
    ...(holds && !inDialogue && { next_actions: [confirmAction(token, operation)] }),
    ...(inDialogue && { hint: dialogueHint }),
    ...(waiting && { recovery: 'wait' as const, hint: inDialogue ? dialogueHint : waitingHint }),
  };
};

const waitingHint =
  'Wait until a person has approved this call outside the session, then repeat the same call or confirm with the token.';
const dialogueHint =
  'Confirm in the dialogue of the client, which must support elicitation; a token does not count. Without a dialogue, wait until a person has approved the call outside the session, then repeat it.';

const confirmAction = (token: string, operation: Operation): NextAction => ({
  tool: confirmToolName,
  arguments: { confirmation_token: token },
  why: `Runs the pending call of '${operation.name}' once the user has agreed.`,
});

/** The failure of a call that a person has denied. */
export const denied = (call: Call, { reason, decided_by }: Denied): Failure =>
  fail(
    'CONFIRMATION_DENIED',
    { operation: operationOf(call).name, reason, decided_by },
    { correlation_id: call.correlation_id },
  );
