import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { Outcome } from '@recourse/contract';
import type { CallRequest, Server } from '@recourse/engine';
import { canAsk } from './form.ts';
import { questionOf } from './question.ts';
import { settleByDialogue } from './settle-by-dialogue.ts';

/** Makes a call of a session: where it needs a confirmation, the client is asked while the call waits. */
export const callWithElicitation = async (
  server: Server,
  request: CallRequest,
  { mcpReq }: ServerContext,
  capabilities: ClientCapabilities | undefined,
): Promise<Outcome> => {
  const outcome = await server.call(request);
  const question = questionOf(outcome, request);
  if (!question || !canAsk(capabilities)) return outcome;
  return settleByDialogue(server, request, question, (form, timeout) =>
    mcpReq.send({ method: 'elicitation/create', params: { ...form } }, { timeout, signal: mcpReq.signal }),
  );
};
