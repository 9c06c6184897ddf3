import { effects, fail } from '@recourse/contract';
import type { Effect, Failure, Outcome } from '@recourse/contract';
import type { Call } from '../call/call.ts';

/** A read that answered wrongly changed nothing, so there is nothing to look at. */
const afterRead = {
  effect: 'none',
  recovery: 'report',
  hint: 'Do not repeat the call. Report the error to the operator of the server.',
} as const;

/** Why an outcome is withheld. */
export interface OutputProblem {
  /** For the log: it may contain what the schema was to keep out. */
  readonly problems: readonly string[];
  /** The sentence for the caller, if it is not about the schema. */
  readonly message?: string;
  /** The effect of the call; `applied` for a write whose handler returned, if not given. */
  readonly effect?: Effect;
  readonly cause?: unknown;
}

/** Replaces an outcome that cannot be sent with INTERNAL_OUTPUT_INVALID. */
export const invalidOutput = (call: Call, { problems, message, effect, cause }: OutputProblem): Failure => {
  const operation = call.operation?.name ?? call.tool;
  const known = effect ?? (call.state.writes ? 'applied' : 'none');
  return fail(
    'INTERNAL_OUTPUT_INVALID',
    { operation },
    {
      correlation_id: call.correlation_id,
      ...(known === 'none' ? afterRead : { effect: known }),
      ...(message !== undefined && { message }),
      cause: new Error(`The output of '${operation}': ${problems.join('; ')}`, { cause }),
      cause_class: 'InvalidOutput',
    },
  );
};

/** The effect that an unsound failure names, as far as it can be read. */
export const effectIn = (call: Call, outcome: Outcome): Effect | undefined => {
  if (!call.state.started) return 'none';
  try {
    if (outcome.ok) return undefined;
    return effects.find((effect) => effect === outcome.effect) ?? (call.state.writes ? 'unknown' : 'none');
  } catch {
    return undefined;
  }
};
