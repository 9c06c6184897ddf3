import { fail, fromUnknown } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { isInstance } from '@recourse/contract/thrown';
import type { Call } from '../call/call.ts';
import { rememberSubject } from '../call/outcome-subject.ts';
import { isReplayed } from '../stages/replay/replayed.ts';
import { effectOf } from '../stages/stage.ts';
import type { Answering, Next, Stage } from '../stages/stage.ts';
import { refuseOverload, StoreOverloadedError } from './store-overloaded.ts';
import { StoreUnavailableError } from './store-unavailable.ts';
import { withSubject } from './with-subject.ts';

/** The codes that every stage may end in: a bug, or an unavailable store. */
const codesOfEveryStage: ReadonlySet<string> = new Set(['INTERNAL_ERROR', 'INTERNAL_STORE_UNAVAILABLE']);

/** Chains stages into one function, first stage outermost. */
export const compose = (stages: readonly Stage[]): Next =>
  stages.reduceRight<Next>((next, stage) => failClosed(stage, next), nothingBehind);

const nothingBehind: Next = (call) => thrownIn(call, new Error(`No stage handled the call to '${call.tool}'`));

/** Turns every fault of a stage into a failure: a throw, a missing outcome, or an undeclared code. */
const failClosed = (stage: Stage, next: Next): Next => {
  const codes = new Set(stage.mayFailWith);
  const judge = (call: Call, outcome: Outcome | undefined): Outcome => {
    if (!outcome) return internal(call, stage, 'returned no outcome');
    if (outcome.ok) return outcome;
    const isAllowed =
      stage.answersForHandler === true ||
      codes.has(outcome.code) ||
      codesOfEveryStage.has(outcome.code) ||
      // The outcome of a stage after this one.
      outcome === call.state.judged ||
      // The stage behind `run` is still waiting for the handler.
      outcome === call.state.early ||
      // The tool's own code refused the call before its handler ran.
      outcome === call.state.refusal ||
      // A replayed failure is the handler's and was checked when it was stored.
      isReplayed(outcome);
    return isAllowed ? outcome : internal(call, stage, `answered with ${outcome.code}, which it does not declare`);
  };
  const remember = (call: Call, outcome: Outcome): Outcome => {
    if (outcome.ok) {
      if (call.state.subject) rememberSubject(outcome, call.state.subject);
      return outcome;
    }
    return (call.state.judged = withSubject(call.state, outcome));
  };
  // One variable for all calls: a closure for each call and stage costs more than most stages do. A stage that returns
  // what `next` returned wrote it last, even if its handler made another call meanwhile.
  let passedOn: Answering | undefined;
  const passOn: Next = (call) => (passedOn = next(call));
  return (call) => {
    try {
      const answer: Answering | undefined = stage.run(call, passOn);
      const onward = passedOn;
      passedOn = undefined;
      // Most stages pass most calls on. The next stage has judged this outcome already.
      if (onward && onward === answer) return onward;
      if (!(answer instanceof Promise)) return remember(call, judge(call, answer));
      return answer.then(
        (outcome) => remember(call, judge(call, outcome)),
        (thrown: unknown) => remember(call, thrownIn(call, thrown)),
      );
    } catch (thrown) {
      return remember(call, thrownIn(call, thrown));
    }
  };
};

const thrownIn = (call: Call, thrown: unknown): Failure => {
  const context = { correlation_id: call.correlation_id, effect: effectOf(call) };
  if (isInstance(thrown, StoreOverloadedError)) return refuseOverload(thrown, call.correlation_id);
  return isInstance(thrown, StoreUnavailableError) ? unavailable(thrown, context) : fromUnknown(thrown, context);
};

const unavailable = (error: StoreUnavailableError, context: Pick<Failure, 'correlation_id' | 'effect'>): Failure => {
  const { store, retryAfterMs } = error;
  return fail(
    'INTERNAL_STORE_UNAVAILABLE',
    { store },
    { ...context, ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }), cause: error },
  );
};

const internal = (call: Call, stage: Stage, what: string): Failure =>
  fail(
    'INTERNAL_ERROR',
    {},
    {
      correlation_id: call.correlation_id,
      effect: effectOf(call),
      cause_class: 'StageFault',
      cause: new Error(`Stage '${stage.name}' ${what}`),
    },
  );
