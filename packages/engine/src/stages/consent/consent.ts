import { fail, isFailure } from '@recourse/contract';
import type { Failure, NextAction, Outcome } from '@recourse/contract';
import type { Ask, Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { isAskedLater } from '../../client/no-client-input.ts';
import type { PolicySettings, TimeoutSettings } from '../../settings/settings.ts';
import { confirmToolName } from '../../tool/confirm-tool.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Operation } from '../../tool/operation.ts';
import { planOf } from '../admit/plan.ts';
import type { Plan } from '../admit/plan.ts';
import { dangerOf } from '../gate/gate.ts';
import { quotaAsks } from '../meter/quota-answers.ts';
import { defineStage } from '../stage.ts';
import type { Next, Stage } from '../stage.ts';
import { confirmationMsOf } from './confirmation-times.ts';
import { changesSince, digestOfQuestion } from './fact-changes.ts';
import type { FactChange } from './fact-changes.ts';
import { questionText } from './question-text.ts';
import { readShown } from './read-shown.ts';
import type { Shown } from './read-shown.ts';
import type { Asked, Denied, LostSince, TokenRefusal, Tokens } from './tokens.ts';

export interface ConsentOptions {
  readonly tokens: Tokens;
  readonly policy?: PolicySettings;
  readonly timeouts?: Partial<TimeoutSettings>;
  readonly now?: () => number;
}

/**
 * Asks once for all that gate and meter want asked. `admit` uses the confirmation up, behind every other refusal and in
 * the transaction that begins the call. If the call turns out to have had no effect, the confirmation is good again.
 */
export const consent = (options: ConsentOptions): Stage =>
  defineStage(
    'consent',
    [
      'CONFIRMATION_REQUIRED',
      'CONFIRMATION_DENIED',
      'RATE_LIMIT_QUOTA_PAUSE',
      'TOKEN_INVALID',
      'TOKEN_EXPIRED',
      'TOKEN_ALREADY_USED',
      'TOKEN_SCOPE_MISMATCH',
      'CONFLICT_IN_FLIGHT',
      'CONFLICT_OUTCOME_UNKNOWN',
      'INTERNAL_TIMEOUT',
      'CALL_CANCELLED',
      'INTERNAL_OUTPUT_INVALID',
    ],
    (call, next) => (mayAsk(call) ? settle(call, options, next) : next(call)),
  );

/** Whether anything about the call can need a confirmation. */
const mayAsk = ({ asks, state }: Call): boolean =>
  asks.length > 0 || (state.plan?.quotas.some(({ rule }) => rule.pause !== undefined) ?? false);

const settle = async (call: Call, options: ConsentOptions, next: Next): Promise<Outcome> => {
  const operation = operationOf(call);
  const { tokens, policy = {}, timeouts = {} } = options;
  const token = call.meta.confirmation_token;
  // A paused quota asks about a number of calls, not about what one of them would do.
  const endangers = call.asks.some(({ kind }) => kind === 'danger');
  const shown = endangers ? await readShown(call, operation, timeouts) : undefined;
  if (isFailure(shown)) return shown;
  if (shown) call.state.shown = shown.facts;
  const question: Question = { shown, digest: digestOfQuestion(call, shown) };
  const plan = planOf(call);
  plan.confirmation = {
    required: call.asks.length > 0,
    ...(token !== undefined && { token }),
    principal: call.principal.id,
    operation: operation.name,
    digest: question.digest,
    source: call.meta.consent_source ?? 'token',
    grade: policy.consent ?? 'any',
  };
  // A person may approve the call between its admission and the question.
  for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
    const outcome = await next(call);
    const { decision } = plan;
    if (decision?.state === 'admitted' && decision.confirmation !== undefined && isAskedLater(outcome)) {
      const asks = allAsks(call, plan, decision.reservations);
      await keepConsent(call, plan.restored === true, () => issue(call, options, { ...question, asks }, false));
    }
    if (decision?.state === 'refused') {
      const now = (options.now ?? Date.now)();
      const asks = allAsks(call, plan, decision.standings);
      const given = { token: token ?? '', now, holds: tokens.holds, policy, asks, shown };
      // The facts have changed since they were confirmed. The old token remains, but does not fit this call.
      const changes = await changesSince(call, operation, { refusal: decision.refusal, token, shown }, tokens);
      const again = changes && (await askFor(call, options, { ...question, asks, changes }));
      return again ?? refuse(call, operation, decision.refusal, given);
    }
    if (decision?.state !== 'unconfirmed') return outcome;
    const asks = allAsks(call, plan, decision.standings);
    const answer = await askFor(call, options, { ...question, asks });
    if (answer) return answer;
  }
  return fail('CONFLICT_IN_FLIGHT', {}, { correlation_id: call.correlation_id });
};

const mostAttempts = 3;

/** What is asked about: the facts that the question states, and the digest that a confirmation is bound to. */
interface Question {
  readonly shown: Shown | undefined;
  readonly digest: string;
}

/** The question, or a decision about the call; undefined if the call was approved in the meantime. */
const askFor = async (
  call: Call,
  options: ConsentOptions,
  question: Question & Pick<Asking, 'asks' | 'changes'>,
): Promise<Failure | undefined> => {
  const { tokens, policy = {} } = options;
  const operation = operationOf(call);
  const waiting = policy.consent === 'person';
  // A caller that can confirm for itself makes as many calls as it confirms; a person is asked once for one call.
  const asked = await issue(call, options, question, waiting);
  if (asked.state === 'approved') return undefined;
  if (asked.state === 'denied') return denied(call, operation, asked);
  const { token, expires_at: expiresAt } = asked;
  const { asks, shown, changes } = question;
  return ask(call, operation, { token, expiresAt, holds: tokens.holds, policy, waiting, asks, shown, changes });
};

const issue = (
  call: Call,
  { tokens, policy = {}, now = Date.now }: ConsentOptions,
  { asks, shown, digest }: Question & Pick<Asking, 'asks'>,
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
    expires_at: now() + confirmationMsOf(policy, subject),
    reasons: reasonsOf(asks),
    ...(tokens.holds && { held: heldCall(call, operation, shown) }),
    shared,
  });
};

/** What gate and meter want asked. */
const allAsks = (call: Call, { quotas }: Plan, standings: Parameters<typeof quotaAsks>[1]): readonly Ask[] => [
  ...call.asks,
  ...quotaAsks(quotas, standings),
];

/** The call that brings the answers needs the confirmation again. An approval is found without a token. */
const keepConsent = async (call: Call, isRestored: boolean, issue: () => Promise<Asked>): Promise<void> => {
  const { client } = call.request;
  const { confirmation_token: token } = call.meta;
  if (isRestored) {
    if (token !== undefined) client?.keepConsent?.(token);
    return;
  }
  const again = client?.keepConsent && (await issue());
  if (again?.state === 'asked') client?.keepConsent?.(again.token);
};

const reasonsOf = (asks: readonly Ask[]): readonly string[] => asks.flatMap(({ reasons }) => reasons);

const heldCall = (call: Call, operation: Operation, shown: Shown | undefined) => {
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

interface Asking {
  readonly token: string;
  readonly expiresAt: number;
  readonly holds: boolean;
  readonly policy: PolicySettings;
  /** The policy requires more than the caller can give: all that is left is to wait for a person. */
  readonly waiting?: boolean;
  readonly asks: readonly Ask[];
  readonly shown: Shown | undefined;
  readonly changes?: readonly FactChange[] | undefined;
}

const ask = (call: Call, operation: Operation, asking: Asking): Failure => {
  const { token, waiting, asks } = asking;
  const expires_at = new Date(asking.expiresAt).toISOString();
  // A token from the caller does not count here, so none is recommended.
  const inDialogue = asking.policy.consent === 'client';
  const options = {
    correlation_id: call.correlation_id,
    ...(asking.holds && !inDialogue && { next_actions: [confirmAction(token, operation)] }),
    ...(inDialogue && { hint: dialogueHint }),
    ...(waiting && { recovery: 'wait' as const, hint: inDialogue ? dialogueHint : waitingHint }),
  };
  const danger = asks.find(({ kind }) => kind === 'danger');
  const pause = asks.find(({ quota }) => quota)?.quota;
  if (!danger && pause) {
    const { metric, current, pause_threshold, hard_stop_threshold } = pause;
    return fail(
      'RATE_LIMIT_QUOTA_PAUSE',
      { metric, current, pause_threshold, hard_stop_threshold, confirmation_token: token, expires_at },
      options,
    );
  }
  const { shown, changes } = asking;
  const message = questionText(call, operation, {
    ...(shown && { visible: shown.visible }),
    ...(changes && { changes }),
  });
  return fail(
    'CONFIRMATION_REQUIRED',
    {
      operation: operation.name,
      danger_level: dangerOf(asking.policy, operation),
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

const waitingHint =
  'A person must approve this call elsewhere. Wait, then repeat the same call, or confirm with the token.';
const dialogueHint =
  'Confirm in the dialogue of the client, which must support elicitation; a token does not count. Without a dialogue, wait until a person has approved the call elsewhere, then repeat it.';

const confirmAction = (token: string, operation: Operation): NextAction => ({
  tool: confirmToolName,
  arguments: { confirmation_token: token },
  why: `Makes the held call of '${operation.name}', once the user has said yes.`,
});

const refuse = (
  call: Call,
  operation: Operation,
  redemption: TokenRefusal,
  given: Omit<Asking, 'expiresAt' | 'waiting'> & { readonly now: number },
): Failure => {
  const { token } = given;
  const options = { correlation_id: call.correlation_id };
  switch (redemption.state) {
    case 'invalid':
      return fail('TOKEN_INVALID', { token }, options);
    case 'expired':
      return fail(
        'TOKEN_EXPIRED',
        { token, expired_at: timestamp(redemption.expired_at), current_time: timestamp(given.now) },
        options,
      );
    case 'used':
      if (redemption.lost) return outcomeUnknown(call, operation, redemption.lost);
      return fail('TOKEN_ALREADY_USED', { token, consumed_at: timestamp(redemption.consumed_at) }, options);
    case 'mismatch':
      return fail(
        'TOKEN_SCOPE_MISMATCH',
        { token, token_operation: redemption.token_operation, requested_operation: operation.name },
        options,
      );
    case 'denied':
      return denied(call, operation, redemption);
    case 'waiting':
      return ask(call, operation, { ...given, expiresAt: redemption.expires_at, waiting: true });
  }
};

/** The confirmed call began, and its process is silent. It is not made again by itself. */
const outcomeUnknown = (call: Call, operation: Operation, lost: LostSince): Failure =>
  fail(
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

const denied = (call: Call, operation: Operation, { reason, decided_by }: Denied): Failure =>
  fail(
    'CONFIRMATION_DENIED',
    { operation: operation.name, reason, decided_by },
    { correlation_id: call.correlation_id },
  );

const timestamp = (ms: number): string => new Date(ms).toISOString();
