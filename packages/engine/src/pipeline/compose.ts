import { fail, fromUnknown } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import { isInstance } from '@recourse/contract/thrown';
import type { Call } from '../call/call.ts';
import { isReplayed } from '../stages/replay/replayed.ts';
import { effectOf } from '../stages/stage.ts';
import type { Next, Stage } from '../stages/stage.ts';
import { refuseOverload, StoreOverloadedError } from './store-overloaded.ts';
import { StoreUnavailableError } from './store-unavailable.ts';

/** The codes that every stage may end in: a bug, or an unavailable store. */
const codesOfEveryStage: ReadonlySet<string> = new Set(['INTERNAL_ERROR', 'INTERNAL_STORE_UNAVAILABLE']);

/** Chains stages into one function, first stage outermost. */
export const compose = (stages: readonly Stage[]): Next =>
  stages.reduceRight<Next>((next, stage) => failClosed(stage, next), nothingBehind);

const nothingBehind: Next = (call) =>
  Promise.resolve(thrownIn(call, new Error(`No stage answered the call of '${call.tool}'`)));

/** The outcome of the next stage, once it was called. */
interface Onward {
  answer?: Promise<Outcome>;
}

/** Turns every fault of a stage into a failure: a throw, a missing outcome, or an undeclared code. */
const failClosed = (stage: Stage, next: Next): Next => {
  const codes = new Set(stage.mayFailWith);
  const judge = (call: Call, outcome: Outcome | undefined, onward: Onward): Outcome | Promise<Outcome> => {
    if (!outcome) return internal(call, stage, 'answered nothing');
    if (outcome.ok || stage.answersForHandler || codes.has(outcome.code)) return outcome;
    // The stage behind `run` is still waiting for the handler.
    if (outcome === call.state.early || outcome === call.state.refusal) return outcome;
    // A replayed failure is the handler's and was checked when it was stored.
    if (codesOfEveryStage.has(outcome.code) || isReplayed(outcome)) return outcome;
    const own = (): Failure => internal(call, stage, `answered with ${outcome.code}, which it does not declare`);
    return onward.answer ? onward.answer.then((behind) => (behind === outcome ? outcome : own())) : own();
  };
  return (call) => {
    const onward: Onward = {};
    try {
      const answer: Promise<Outcome | undefined> = stage.run(call, (changed) => (onward.answer = next(changed)));
      // Most stages pass most calls on. The next stage has checked this outcome already.
      if (onward.answer && onward.answer === answer) return onward.answer;
      return answer.then(
        (outcome) => judge(call, outcome, onward),
        (thrown: unknown) => thrownIn(call, thrown),
      );
    } catch (thrown) {
      return Promise.resolve(thrownIn(call, thrown));
    }
  };
};

const thrownIn = (call: Call, thrown: unknown): Failure => {
  const context = { correlation_id: call.correlation_id, effect: effectOf(call) };
  if (isInstance(thrown, StoreOverloadedError)) return refuseOverload(thrown, call.correlation_id);
  return isInstance(thrown, StoreUnavailableError)
    ? fail('INTERNAL_STORE_UNAVAILABLE', { store: thrown.store }, { ...context, cause: thrown })
    : fromUnknown(thrown, context);
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
