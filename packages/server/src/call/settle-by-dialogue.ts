import type { Outcome } from '@recourse/contract';
import type { CallRequest, Server } from '@recourse/engine';
import { answerOf, formOf } from './form.ts';
import { confirmed, deny } from './question.ts';
import type { Answer, Question } from './question.ts';

/** Shows a form at the client and waits for its user's answer. */
export type Elicit = (form: ReturnType<typeof formOf>, timeoutMs: number) => Promise<Parameters<typeof answerOf>[0]>;

/** Asks the client of a session while the call waits, and repeats the call if its user consents. */
export const settleByDialogue = async (
  server: Server,
  request: CallRequest,
  question: Question,
  elicit: Elicit,
): Promise<Outcome> => {
  const asking = ask(question, elicit, Math.max(1, question.expiresAt - server.now()));
  const answer = await Promise.race([asking, cancelled(request)]);
  return answer === 'accepted'
    ? server.call(confirmed(request, question.token))
    : deny(server, request, question.operation, answer);
};

/** A call that is cancelled does not wait for its dialogue. */
const cancelled = ({ signal }: CallRequest): Promise<Answer> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve('unanswered'), { once: true }));

/** A dialogue that fails, or outlives its token, is no consent. */
const ask = async (question: Question, elicit: Elicit, timeoutMs: number): Promise<Answer> => {
  try {
    return answerOf(await elicit(formOf(question), timeoutMs));
  } catch {
    return 'unanswered';
  }
};
