import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { Outcome } from '@recourse/contract';
import type { CallRequest, Server } from '@recourse/engine';
import { answerOf, canAsk, formOf } from './form.ts';
import { confirmed, deny, questionOf } from './question.ts';
import type { Answer, Question } from './question.ts';

/** Makes a call of a session: where it needs a confirmation, the client is asked while the call waits. */
export const callWithElicitation = async (
  server: Server,
  request: CallRequest,
  context: ServerContext,
  capabilities: ClientCapabilities | undefined,
): Promise<Outcome> => {
  const outcome = await server.call(request);
  const question = questionOf(outcome, request);
  if (!question || !canAsk(capabilities)) return outcome;
  const answer = await ask(context, question, Math.max(1, question.expiresAt - server.now()));
  return answer === 'accepted'
    ? server.call(confirmed(request, question.token))
    : deny(server, request, question.operation, answer);
};

/** A dialogue that breaks or outlives its token has brought no yes. */
const ask = async ({ mcpReq }: ServerContext, question: Question, timeout: number): Promise<Answer> => {
  try {
    const options = { timeout, signal: mcpReq.signal };
    return answerOf(await mcpReq.send({ method: 'elicitation/create', params: { ...formOf(question) } }, options));
  } catch {
    return 'unanswered';
  }
};
