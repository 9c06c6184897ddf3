import type { CoreCode, Outcome } from '@recourse/contract';
import type { Call } from '../call/call.ts';

/** The task of each stage, outermost first. */
export const stageSummaries = {
  record: 'an event, a span and a log line for every outcome, whichever stage produced it',
  identify: 'the caller, and its trust',
  bound: 'size, depth, encoding, prototype names; the size of outcomes that `check` has not seen',
  find: 'the tool, and the operation behind a router; similar names if it does not exist',
  validate: 'the arguments against the published schema, all problems at once',
  guard: 'fields by kind: paths, flags, git references, URLs, patterns, code',
  replay: 'idempotency: a key with a stored outcome returns it, regardless of gate and meter',
  gate: 'trust, danger and the policy of the operator: allow, deny or ask',
  meter: 'calls put on hold by their tool, and the quotas that count a call',
  consent: 'one question for all confirmations that gate and meter require',
  admit: 'one transaction before the handler (key, quotas, confirmation, begin) and one after it (outcome, event)',
  check: 'the outcome is JSON within its limits, with declared codes and output',
  run: 'the handler, with a time limit and cancellation',
} as const;
export type StageName = keyof typeof stageSummaries;
/** The names of the stages, outermost first. */
export const stageNames = Object.keys(stageSummaries) as readonly StageName[];

/**
 * The outcome of a call, or its promise. A call that waits for nothing passes every stage at once: a promise for each
 * stage would cost more than the stages.
 */
export type Answering = Outcome | Promise<Outcome>;

/** Continues with a value: at once, unless it must be waited for. */
export const afterwards = <Value, Result>(
  value: Value | Promise<Value>,
  goOn: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(goOn) : goOn(value));

/** Passes a call on to the next stage. */
export type Next = (call: Call) => Answering;

/** One step of the pipeline. It returns its own outcome, or the outcome of the next stage. */
export interface Stage {
  readonly name: StageName;
  /** The codes of its own outcomes. Any other code becomes INTERNAL_ERROR. */
  readonly mayFailWith: readonly string[];
  /** True for `run` and `check`, whose outcome is the handler's. The `check` stage judges its code. */
  readonly answersForHandler?: true;
  /** A stage with nothing to add returns what `next` returned, which skips the check of its outcome. */
  run(call: Call, next: Next): Answering;
}

/** Declares a stage. The compiler checks that its codes are core codes. */
export const defineStage = (name: StageName, mayFailWith: readonly CoreCode[], run: Stage['run']): Stage => ({
  name,
  mayFailWith,
  run,
});

/** The effect of a call that ends now: `none` until its handler has started. */
export const effectOf = (call: Call): 'none' | 'unknown' => (call.state.started ? 'unknown' : 'none');
