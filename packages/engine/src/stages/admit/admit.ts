import { fail } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { defaultTimeouts } from '../../settings/settings.ts';
import type { TimeoutSettings } from '../../settings/settings.ts';
import { keepTrying } from '../keep-trying.ts';
import { withQuotaWarnings } from '../meter/quota-answers.ts';
import type { QuotaRule } from '../meter/quota-rule.ts';
import { defineStage } from '../stage.ts';
import type { Next, Stage } from '../stage.ts';
import { hadEffect } from './admissions.ts';
import type { AdmissionRequest, Admissions, Admitted, Ended, Ending } from './admissions.ts';
import { joinableEvents } from './joinable-events.ts';
import type { Plan } from './plan.ts';

export interface AdmitOptions {
  readonly admissions: Admissions;
  readonly timeouts?: Partial<TimeoutSettings>;
  /** Called with an outcome whose claim was replaced while its handler ran: the effect may have happened twice. */
  readonly onPossibleDuplicate?: (call: Call, outcome: Outcome) => void;
}

/**
 * Makes the one transaction before the handler and the one after it, for all that the stages before it have planned.
 * The key follows the handler: it stays in flight until the handler has ended, whatever the caller was told meanwhile.
 */
export const admit = (options: AdmitOptions): Stage =>
  defineStage('admit', ['RATE_LIMIT_CONCURRENCY'], (call, next) => {
    const { plan, events } = call.state;
    // A caller that has gone needs no place: `run` says so without a handler.
    if (plan && !call.request.signal?.aborted) return inTransactions(call, plan, options, next);
    events?.release();
    return next(call);
  });

const inTransactions = async (call: Call, plan: Plan, options: AdmitOptions, next: Next): Promise<Outcome> => {
  const { admissions } = options;
  const events = joinableEvents(call, admissions);
  plan.isSubmitted = true;
  const decision = await admissions.admit(requestOf(plan, options, events?.atStart()));
  plan.decision = decision;
  if (decision.state !== 'admitted') return unanswered();
  if (decision.recorded) events?.committedStart();
  else call.state.events?.release();
  const { claim } = decision;
  if (claim !== undefined) call.state.claim = { id: claim, isOwned: () => admissions.owns(claim) };
  const outcome = withQuotaWarnings(await next(call), plan.quotas, decision.reservations);
  const ended = await end(call, decision, { plan, outcome, admissions });
  plan.restored = ended?.restored ?? false;
  if (ended?.settled === false) options.onPossibleDuplicate?.(call, outcome);
  return outcome;
};

const requestOf = (
  { claim, quotas, confirmation }: Plan,
  { timeouts = {} }: AdmitOptions,
  events: AdmissionRequest['events'],
): AdmissionRequest => {
  const { maxMs, abandonMs } = { ...defaultTimeouts, ...timeouts };
  return {
    ...(claim && { claim }),
    quotas,
    ...(confirmation && { confirmation }),
    boundMs: Math.max(maxMs, abandonMs),
    ...(events && { events }),
  };
};

interface Over {
  readonly plan: Plan;
  readonly outcome: Outcome;
  readonly admissions: Admissions;
}

/** Ends the call in the store. If the store fails now, it gets the outcome later, and the buffer gets the events. */
const end = async (call: Call, admitted: Admitted, { plan, outcome, admissions }: Over): Promise<Ended | undefined> => {
  const { claim, confirmation, reservations } = admitted;
  const giveBack = plan.quotas.flatMap(({ rule }, index) =>
    isSpent(call, rule, outcome) ? [] : [reservations[index]?.id ?? ''],
  );
  if (claim === undefined && giveBack.length === 0) return undefined;
  const events = joinableEvents(call, admissions);
  const ending: Ending = {
    ...(claim !== undefined && { claim }),
    ...(confirmation !== undefined && { confirmation }),
    outcome,
    giveBack,
  };
  let joined = events?.atEnd(outcome);
  const ended = await keepTrying(() => {
    const attempt = admissions.end({ ...ending, ...(joined && { events: joined }) });
    joined = undefined;
    return attempt;
  });
  if (ended?.recorded) events?.committedEnd(outcome);
  return ended;
};

/** Whether the call stays counted. */
const isSpent = (call: Call, rule: QuotaRule, outcome: Outcome): boolean =>
  call.state.started && (rule.count === 'attempts' || hadEffect(outcome));

/** Stands for the refusal until the stage that planned for it answers. It is a bug if no stage does. */
const unanswered = (): Outcome => (placeholder ??= fail('INTERNAL_ERROR', {}, { cause_class: 'UnansweredRefusal' }));
let placeholder: Outcome | undefined;
