import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import type { Answering, Next } from '../stage.ts';

/**
 * Passes a call on and returns what its caller is told: the outcome, or the early answer of a call whose handler continues. The outcome that follows an early answer goes to `onLate`.
 */
export const untilAnswered = (call: Call, next: Next, onLate: (outcome: Outcome) => void): Answering => {
  const { state } = call;
  let resolve: ((answer: Outcome) => void) | undefined;
  state.answerEarly = (answer) => {
    state.early = answer;
    resolve?.(answer);
  };
  const answer = next(call);
  if (!(answer instanceof Promise)) {
    if (!state.early) return answer;
    onLate(answer);
    return state.early;
  }
  return new Promise((onAnswer, reject) => {
    resolve = onAnswer;
    if (state.early) onAnswer(state.early);
    answer.then((outcome) => (state.early ? onLate(outcome) : onAnswer(outcome)), reject);
  });
};
