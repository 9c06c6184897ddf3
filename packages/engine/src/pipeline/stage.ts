import { fail, fromUnknown } from '@recourse/contract';
import type { CoreCode, Failure, Outcome } from '@recourse/contract';
import type { Call } from '../call/call.ts';
import { isReplayed } from '../stages/replay/replayed.ts';
import { StoreUnavailableError } from './store-unavailable.ts';

/** What each stage does, outermost first. The order is the design. */
export const stageSummaries = {
  record: 'an event, a span and a log line for every outcome, whoever made it',
  identify: 'who calls, and how far they are trusted',
  bound: 'size, depth, encoding, prototype names; too large an answer is withheld',
  find: 'the tool, and the operation behind a router; the nearest names where there is none',
  validate: 'the arguments against the published schema, all problems at once',
  guard: 'fields by kind: paths, flags, references, addresses, patterns, code',
  replay: 'idempotency: a stored outcome is answered before any gate or meter sees the call',
  gate: 'trust, danger and the operator: allow, deny, or ask',
  meter: 'quotas, reserved before the call and given back when nothing ran',
  consent: 'asks once for all that gate and meter want asked; the token is consumed here',
  check: 'the handler kept to its declared codes and output',
  run: 'the handler, with a time limit and cancellation',
} as const;
export type StageName = keyof typeof stageSummaries;
export const stageNames = Object.keys(stageSummaries) as readonly StageName[];

export type Next = (call: Call) => Promise<Outcome>;

/** One step of the pipeline. It answers with an outcome: its own, or that of the stages behind it. */
export interface Stage {
  readonly name: StageName;
  /** The codes that it may answer with itself. Any other leaves as INTERNAL_ERROR. */
  readonly mayFailWith: readonly string[];
  /** True for the last: what it answers is the handler's word, and `check` judges that. */
  readonly answersForHandler?: true;
  /** Where it only lets the call pass, it returns what `next` returns, as it is: that costs nothing. */
  run(call: Call, next: Next): Promise<Outcome>;
}

/** Declares a stage; its codes are checked against the core. */
export const defineStage = (name: StageName, mayFailWith: readonly CoreCode[], run: Stage['run']): Stage => ({
  name,
  mayFailWith,
  run,
});

/** What any stage may end in: a bug, or a store that does not answer. */
const codesOfEveryStage: ReadonlySet<string> = new Set(['INTERNAL_ERROR', 'INTERNAL_STORE_UNAVAILABLE']);

/** Puts stages into one function, first stage outermost. */
export const compose = (stages: readonly Stage[]): Next =>
  stages.reduceRight<Next>((next, stage) => failClosed(stage, next), nothingBehind);

const nothingBehind: Next = (call) =>
  Promise.resolve(thrownIn(call, new Error(`No stage answered the call of '${call.tool}'`)));

/** What the stages behind have answered, once they were asked. */
interface Onward {
  answer?: Promise<Outcome>;
}

/** Whatever a stage does wrong is a failure: it throws, answers nothing, or answers with a code of its own making. */
const failClosed = (stage: Stage, next: Next): Next => {
  const codes = new Set(stage.mayFailWith);
  const judge = (call: Call, outcome: Outcome | undefined, onward: Onward): Outcome | Promise<Outcome> => {
    if (!outcome) return internal(call, stage, 'answered nothing');
    if (outcome.ok || stage.answersForHandler || codes.has(outcome.code)) return outcome;
    // A stored failure is the handler's: it was judged when it was made.
    if (codesOfEveryStage.has(outcome.code) || isReplayed(outcome)) return outcome;
    const own = (): Failure => internal(call, stage, `answered with ${outcome.code}, which it does not declare`);
    return onward.answer ? onward.answer.then((behind) => (behind === outcome ? outcome : own())) : own();
  };
  return (call) => {
    const onward: Onward = {};
    try {
      const answer: Promise<Outcome | undefined> = stage.run(call, (changed) => (onward.answer = next(changed)));
      // Most stages let most calls pass. What is behind has failed closed already, so there is nothing to judge.
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
  return thrown instanceof StoreUnavailableError
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

/** Before the handler has started, nothing was done. */
export const effectOf = (call: Call): 'none' | 'unknown' => (call.state.started ? 'unknown' : 'none');
