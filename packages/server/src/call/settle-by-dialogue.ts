import type { Outcome } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { CallRequest } from '@recourse/engine/front-door';
import { answerOf, formOf } from './form.ts';
import { confirmed, deny, questionOf } from './question.ts';
import type { Answer, Question } from './question.ts';

/** Shows a form at the client and waits for its user's answer. */
export type Elicit = (form: ReturnType<typeof formOf>, timeoutMs: number) => Promise<Parameters<typeof answerOf>[0]>;

/** How often one call may ask because the facts of its question changed while its user read it. */
const mostQuestions = 3;

/**
 * Asks the client of a session while the call waits, and repeats the call if its user consents. If the facts of the
 * question changed in the meantime, the user is asked again.
 */
export const settleByDialogue = async (
  server: Server,
  request: CallRequest,
  question: Question,
  elicit: Elicit,
  asked = 1,
): Promise<Outcome> => {
  const asking = ask(question, elicit, Math.max(1, question.expiresAt - server.now()));
  const answer = await Promise.race([asking, cancelled(request)]);
  if (answer !== 'accepted') return deny(server, request, question.operation, answer);
  const outcome = await server.call(confirmed(request, question.token));
  const again = asked < mostQuestions ? questionOf(outcome, request) : undefined;
  return again?.operation === question.operation
    ? settleByDialogue(server, request, again, elicit, asked + 1)
    : outcome;
};

/** A call that is cancelled does not wait for its dialogue. */
const cancelled = ({ signal }: CallRequest): Promise<Answer> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve('unanswered'), { once: true }));

/** A dialogue that fails, or outlives its token, is not consent. */
const ask = async (question: Question, elicit: Elicit, timeoutMs: number): Promise<Answer> => {
  try {
    return answerOf(await elicit(formOf(question), timeoutMs));
  } catch {
    return 'unanswered';
  }
};
