import { fail, isJsonObject, renderTemplate } from '@recourse/contract';
import type { Failure, NextAction, Outcome } from '@recourse/contract';
import type { Ask, Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import { digestOf } from '../../call/digest.ts';
import { isAskedLater } from '../../client/no-client-input.ts';
import { defaultTimeouts } from '../../settings/settings.ts';
import type { PolicySettings, TimeoutSettings } from '../../settings/settings.ts';
import { confirmToolName } from '../../tool/confirm-tool.ts';
import { lookOf } from '../../tool/look-of.ts';
import type { Operation } from '../../tool/operation.ts';
import { dangerOf } from '../gate/gate.ts';
import { keepTrying } from '../keep-trying.ts';
import { defineStage } from '../stage.ts';
import type { Next, Stage } from '../stage.ts';
import { confirmationMsOf } from './confirmation-times.ts';
import type { Asked, ConfirmedBegin, Denied, LostSince, Redeemed, Redemption, Tokens } from './tokens.ts';

export interface ConsentOptions {
  readonly tokens: Tokens;
  readonly policy?: PolicySettings;
  readonly timeouts?: Partial<TimeoutSettings>;
  readonly now?: () => number;
}

/**
 * Asks once for all that gate and meter want asked. The confirmation is used up here, behind every other refusal and in
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
    ],
    (call, next) => (call.asks.length === 0 ? next(call) : settle(call, options, next)),
  );

const settle = async (
  call: Call,
  { tokens, policy = {}, timeouts = {}, now = Date.now }: ConsentOptions,
  next: Next,
): Promise<Outcome> => {
  const operation = operationOf(call);
  const begin = beginOf(call, timeouts);
  const digest = digestOf(call.arguments);
  const token = call.meta.confirmation_token;
  const endangers = call.asks.some(({ kind }) => kind === 'danger');
  const subject = endangers ? dangerOf(policy, operation) : 'quota';
  const issue = (shared: boolean): Promise<Asked> =>
    tokens.ask({
      prefix: endangers ? 'conf' : 'quota_continue',
      principal: call.principal.id,
      operation: operation.name,
      digest,
      expires_at: now() + confirmationMsOf(policy, subject),
      reasons: reasonsOf(call.asks),
      ...(tokens.holds && { held: heldCall(call, operation) }),
      shared,
      begin,
    });
  const confirmed = (id: string): Promise<Outcome> => pass(call, next, { id, tokens, issue });
  if (token === undefined) {
    const waiting = policy.consent === 'person';
    // Whoever can confirm for himself makes as many calls as he confirms; a person is asked once for one call.
    const asked = await issue(waiting);
    if (asked.state === 'redeemed') return confirmed(asked.id);
    if (asked.state === 'superseded') return superseded(call);
    if (asked.state === 'denied') return denied(call, operation, asked);
    const { token: issued, expires_at: expiresAt } = asked;
    return ask(call, operation, { token: issued, expiresAt, holds: tokens.holds, policy, waiting });
  }
  const redemption = await tokens.redeem({
    token,
    principal: call.principal.id,
    operation: operation.name,
    digest,
    source: call.meta.consent_source ?? 'token',
    grade: policy.consent ?? 'any',
    begin,
  });
  if (redemption.state === 'redeemed') return confirmed(redemption.id);
  return refuse(call, operation, redemption, { token, now: now(), holds: tokens.holds, policy });
};

/** What begins with the confirmation: the claim of the call's key, or one that the token names. */
const beginOf = (call: Call, timeouts: Partial<TimeoutSettings>): ConfirmedBegin => {
  const { maxMs, abandonMs } = { ...defaultTimeouts, ...timeouts };
  const { claim } = call.state;
  return { boundMs: Math.max(maxMs, abandonMs), ...(claim && { claim: claim.id }) };
};

interface Confirmed {
  readonly id: string;
  readonly tokens: Tokens;
  readonly issue: (shared: boolean) => Promise<Asked>;
}

const pass = async (call: Call, next: Next, { id, tokens, issue }: Confirmed): Promise<Outcome> => {
  if (call.state.claim && tokens.transaction) call.state.claim.begun = true;
  for (const { quota } of call.asks) await quota?.grant();
  const outcome = await next(call);
  const restored = await keepTrying(() => tokens.end(id, outcome));
  if (isAskedLater(outcome)) await keepConsent(call, restored === true, issue);
  return outcome;
};

/** The call that brings the answers needs the confirmation again. An approval is found without a token. */
const keepConsent = async (call: Call, isRestored: boolean, issue: Confirmed['issue']): Promise<void> => {
  const { client } = call.request;
  const { confirmation_token: token } = call.meta;
  if (isRestored) {
    if (token !== undefined) client?.keepConsent?.(token);
    return;
  }
  const again = client?.keepConsent && (await issue(false));
  if (again?.state === 'asked') client?.keepConsent?.(again.token);
};

const reasonsOf = (asks: readonly Ask[]): readonly string[] => asks.flatMap(({ reasons }) => reasons);

const heldCall = (call: Call, operation: Operation) => {
  const { idempotency_key } = call.meta;
  return {
    operation: operation.name,
    arguments: call.arguments,
    principal: call.principal,
    ...(idempotency_key !== undefined && { idempotency_key }),
    ...(operation.sensitive.length > 0 && { sensitive: operation.sensitive }),
  };
};

interface Asking {
  readonly token: string;
  readonly expiresAt: number;
  readonly holds: boolean;
  readonly policy: PolicySettings;
  /** The policy wants more than the caller can give: all that is left is to wait for a person. */
  readonly waiting?: boolean;
}

const ask = (call: Call, operation: Operation, asking: Asking): Failure => {
  const { token, waiting } = asking;
  const expires_at = new Date(asking.expiresAt).toISOString();
  // A token from the caller does not count here, so none is recommended.
  const inDialogue = asking.policy.consent === 'client';
  const options = {
    correlation_id: call.correlation_id,
    ...(asking.holds && !inDialogue && { next_actions: [confirmAction(token, operation)] }),
    ...(inDialogue && { hint: dialogueHint }),
    ...(waiting && { recovery: 'wait' as const, hint: inDialogue ? dialogueHint : waitingHint }),
  };
  const danger = call.asks.find(({ kind }) => kind === 'danger');
  const pause = call.asks.find(({ quota }) => quota)?.quota;
  if (!danger && pause) {
    const { metric, current, pause_threshold, hard_stop_threshold } = pause;
    return fail(
      'RATE_LIMIT_QUOTA_PAUSE',
      { metric, current, pause_threshold, hard_stop_threshold, confirmation_token: token, expires_at },
      options,
    );
  }
  const { message } = operation.confirmation;
  return fail(
    'CONFIRMATION_REQUIRED',
    {
      operation: operation.name,
      danger_level: dangerOf(asking.policy, operation),
      reasons: [...reasonsOf(call.asks)],
      ...(message !== undefined && {
        confirmation_message: renderTemplate(message, visibleArguments(call, operation)),
      }),
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

/** A question may name arguments, but no secret. */
const visibleArguments = (call: Call, operation: Operation): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(call.arguments).filter(
      ([key, value]) => !isJsonObject(value) && !operation.sensitive.includes(`/${key}`),
    ),
  );

const confirmAction = (token: string, operation: Operation): NextAction => ({
  tool: confirmToolName,
  arguments: { confirmation_token: token },
  why: `Makes the held call of '${operation.name}', once the user has said yes.`,
});

const refuse = (
  call: Call,
  operation: Operation,
  redemption: Exclude<Redemption, Redeemed>,
  given: { readonly token: string; readonly now: number; readonly holds: boolean; readonly policy: PolicySettings },
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
    case 'superseded':
      return superseded(call);
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

/** Another call took the key while this one was on its way. */
const superseded = (call: Call): Failure => fail('CONFLICT_IN_FLIGHT', {}, { correlation_id: call.correlation_id });

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
      ...lookOf(operation, call.arguments, call.meta.idempotency_key),
    },
  );

const denied = (call: Call, operation: Operation, { reason, decided_by }: Denied): Failure =>
  fail(
    'CONFIRMATION_DENIED',
    { operation: operation.name, reason, decided_by },
    { correlation_id: call.correlation_id },
  );

const timestamp = (ms: number): string => new Date(ms).toISOString();
