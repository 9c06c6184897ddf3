import { fail, isFailure } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { operationOf } from '../../call/call.ts';
import type { TimeoutSettings } from '../../settings/settings.ts';
import { planOf } from '../admit/plan.ts';
import { defineStage } from '../stage.ts';
import type { Next, Stage } from '../stage.ts';
import { ask } from './ask.ts';
import { changesSince, digestOfQuestion } from './fact-changes.ts';
import { keepConsent } from './keep-consent.ts';
import { allAsks } from './question.ts';
import type { ConsentSettings } from './question.ts';
import { readShown } from './read-shown.ts';
import { refuseToken } from './refuse-token.ts';
import type { ConfirmationRequest } from './tokens.ts';

export interface ConsentOptions extends ConsentSettings {
  readonly timeouts?: Partial<TimeoutSettings>;
}

/**
 * Asks once for everything that gate and meter require to be confirmed. `admit` uses the confirmation up, behind every
 * other refusal and in the transaction that begins the call. If the call turns out to have had no effect, the
 * confirmation is valid again.
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
  const { policy = {}, timeouts = {} } = options;
  const token = call.meta.confirmation_token;
  // A paused quota asks about a number of calls, not about what one of them would do.
  const endangers = call.asks.some(({ kind }) => kind === 'danger');
  const shown = endangers ? await readShown(call, operation, timeouts) : undefined;
  const plan = planOf(call);
  const confirmationOf = (digest: string): ConfirmationRequest => ({
    required: call.asks.length > 0,
    ...(token !== undefined && { token }),
    principal: call.principal.id,
    operation: operation.name,
    digest,
    source: call.meta.consent_source ?? 'token',
    grade: policy.consent ?? 'any',
  });
  if (isFailure(shown)) {
    if (token === undefined) return shown;
    // The call that used the token up may be why the facts can no longer be read. No token fits this digest.
    plan.confirmation = confirmationOf(noDigest);
    const outcome = await next(call);
    const refusal = plan.decision?.state === 'refused' ? plan.decision.refusal : undefined;
    if (refusal?.state === 'mismatch') return shown;
    return refusal ? refuseToken(call, refusal, { asks: [], shown: undefined, digest: noDigest }, options) : outcome;
  }
  if (shown) call.state.shown = shown.facts;
  const asked = { shown, digest: digestOfQuestion(call, shown) };
  plan.confirmation = confirmationOf(asked.digest);
  // A person may approve the call between its admission and the question.
  for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
    const outcome = await next(call);
    const { decision } = plan;
    await keepConsent(call, outcome, asked, { ...options, plan });
    if (decision?.state === 'refused') {
      const { refusal } = decision;
      const question = { ...asked, asks: allAsks(call, plan, decision.standings) };
      // The facts have changed since they were confirmed. The old token remains, but does not fit this call.
      const changes = await changesSince(call, operation, { refusal, token, shown }, options.tokens);
      const again = changes && (await ask(call, options, { ...question, changes }));
      return again ?? refuseToken(call, refusal, question, options);
    }
    if (decision?.state !== 'unconfirmed') return outcome;
    const answer = await ask(call, options, { ...asked, asks: allAsks(call, plan, decision.standings) });
    if (answer) return answer;
  }
  return fail('CONFLICT_IN_FLIGHT', {}, { correlation_id: call.correlation_id });
};

const mostAttempts = 3;
const noDigest = '';
