import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Episode } from './episode.ts';
import { recovered } from './recovered.ts';
import type { Recovered } from './recovered.ts';
import type { State } from './state.ts';

/** Builds the result that the caller gets when a call has ended. */
export const finish = (episode: Episode, state: State & { readonly kind: 'ended' }): Recovered => {
  const { end, why, answer } = state;
  episode.end(end, why);
  const { last, steps, calls } = episode;
  const found = answer?.kind === 'failure' ? answer.failure : state.last?.failure;
  const failure = found && withEffect(found, state);
  const instead = answer?.kind === 'failure' && failure ? { ...answer, failure } : answer;
  const inferred = answer?.kind === 'failure' ? undefined : state.last?.inferred;
  return recovered({ end, why, answer: last, instead, failure, inferred, steps, calls });
};

/**
 * If the last answer is a refusal of that call only, it does not say what the earlier calls did, nor what a suggested
 * call did whose outcome is in doubt.
 */
const withEffect = (
  failure: Failure,
  { inDoubt, partly, end }: Pick<State & { readonly kind: 'ended' }, 'inDoubt' | 'partly' | 'end'>,
): Failure => {
  const isNone = failure.effect === 'none';
  const effect = inDoubt || (isNone && end === 'in_doubt') ? 'unknown' : partly && isNone ? 'partial' : failure.effect;
  return effect === failure.effect ? failure : changeFailure(failure, { effect });
};
