import { fail } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { defaultTimeouts } from '../../settings/settings.ts';
import type { TimeoutSettings } from '../../settings/settings.ts';
import { keepTrying } from '../keep-trying.ts';
import { withQuotaWarnings } from '../meter/quota-answers.ts';
import type { QuotaRule } from '../meter/quota-rule.ts';
import { afterwards, defineStage } from '../stage.ts';
import type { Answering, Next, Stage } from '../stage.ts';
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
export const admit = (options: AdmitOptions): Stage => {
  const { maxMs, abandonMs } = { ...defaultTimeouts, ...options.timeouts };
  const settings = { ...options, boundMs: Math.max(maxMs, abandonMs) };
  return defineStage('admit', ['RATE_LIMIT_CONCURRENCY'], (call, next) => {
    const { plan, events } = call.state;
    // A caller that has gone needs no place: `run` says so without a handler.
    if (plan && !call.request.signal?.aborted) return inTransactions(call, plan, settings, next);
    events?.release();
    return next(call);
  });
};

interface Settings extends AdmitOptions {
  /** How long a handler may keep its claim. */
  readonly boundMs: number;
}

const inTransactions = (call: Call, plan: Plan, settings: Settings, next: Next): Answering => {
  const { admissions, boundMs, onPossibleDuplicate } = settings;
  const events = joinableEvents(call, admissions);
  plan.isSubmitted = true;
  return afterwards(admissions.admit(requestOf(plan, boundMs, events?.atStart())), (decision) => {
    plan.decision = decision;
    if (decision.state !== 'admitted') return unanswered();
    if (decision.recorded) events?.committedStart();
    else call.state.events?.release();
    const { claim } = decision;
    if (claim !== undefined) call.state.claim = { id: claim, isOwned: () => admissions.owns(claim) };
    return afterwards(next(call), (answer) => {
      const outcome = withQuotaWarnings(answer, plan.quotas, decision.reservations);
      return afterwards(end(call, decision, { plan, outcome, admissions }), (ended) => {
        plan.restored = ended?.restored ?? false;
        if (ended?.settled === false) onPossibleDuplicate?.(call, outcome);
        return outcome;
      });
    });
  });
};

const requestOf = (
  { claim, quotas, confirmation }: Plan,
  boundMs: number,
  events: AdmissionRequest['events'],
): AdmissionRequest => {
  const request: { -readonly [Key in keyof AdmissionRequest]: AdmissionRequest[Key] } = { quotas, boundMs };
  if (claim) request.claim = claim;
  if (confirmation) request.confirmation = confirmation;
  if (events) request.events = events;
  return request;
};

interface Over {
  readonly plan: Plan;
  readonly outcome: Outcome;
  readonly admissions: Admissions;
}

/** Ends the call in the store. If the store fails now, it gets the outcome later, and the buffer gets the events. */
const end = (
  call: Call,
  admitted: Admitted,
  { plan, outcome, admissions }: Over,
): Ended | undefined | Promise<Ended | undefined> => {
  const { claim, confirmation, reservations } = admitted;
  const giveBack = reservations
    .filter((_, index) => !isSpent(call, plan.quotas[index]?.rule, outcome))
    .map(({ id }) => id);
  if (claim === undefined && giveBack.length === 0) return undefined;
  const events = joinableEvents(call, admissions);
  const ending: Ending = {
    ...(claim !== undefined && { claim }),
    ...(confirmation !== undefined && { confirmation }),
    outcome,
    giveBack,
  };
  let joined = events?.atEnd(outcome);
  const ended = keepTrying(() => {
    const attempt = admissions.end({ ...ending, ...(joined && { events: joined }) });
    joined = undefined;
    return attempt;
  });
  return afterwards(ended, (made) => {
    if (made?.recorded) events?.committedEnd(outcome);
    return made;
  });
};

/** Whether the call stays counted. */
const isSpent = (call: Call, rule: QuotaRule | undefined, outcome: Outcome): boolean =>
  call.state.started && (rule?.count === 'attempts' || hadEffect(outcome));

/** Stands for the refusal until the stage that planned for it answers. It is a bug if no stage does. */
const unanswered = (): Outcome => (placeholder ??= fail('INTERNAL_ERROR', {}, { cause_class: 'UnansweredRefusal' }));
let placeholder: Outcome | undefined;
