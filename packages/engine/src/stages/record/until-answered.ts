import type { Outcome } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import type { Next } from '../stage.ts';

/**
 * Passes a call on and resolves with what its caller is told: the outcome, or the early answer of a call whose handler
 * goes on. The outcome that follows an early answer goes to `onLate`.
 */
export const untilAnswered = (call: Call, next: Next, onLate: (outcome: Outcome) => void): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const { state } = call;
    state.answerEarly = (answer) => {
      state.early = answer;
      resolve(answer);
    };
    next(call).then((outcome) => (state.early ? onLate(outcome) : resolve(outcome)), reject);
  });
