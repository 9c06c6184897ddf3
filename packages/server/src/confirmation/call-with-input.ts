import { ProtocolError, ProtocolErrorCode, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { fail } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import type { CallRequest, Server } from '@recourse/engine';
import { askByResult, throwIfUndeclared } from '../mcp/client/ask-by-result.ts';
import { capabilitiesOf, createRequestClient } from '../mcp/client/request-client.ts';
import type { RequestClient } from '../mcp/client/request-client.ts';
import { mintState, readState } from '../mcp/client/request-state.ts';
import type { RequestState, StateOwner } from '../mcp/client/request-state.ts';
import { answerOf, canAsk, formOf } from './form.ts';
import { confirmed, deny, questionOf, refuse } from './question.ts';
import type { Question } from './question.ts';

/** Not a name that a handler would ask under. */
const inputName = 'recourse_confirm';

/**
 * Makes a call of the stateless protocol: where it needs a confirmation, or its handler has questions, it ends as
 * `input_required`, and the client makes it again with its user's answers.
 */
export const callWithInput = async (
  server: Server,
  request: CallRequest,
  context: ServerContext,
): Promise<Outcome | InputRequiredResult> => {
  const state = await readState(context, ownerOf(request));
  if (state === 'invalid') {
    // Why a forged state was found out helps only its forger.
    refuse(server, request, fail('TOKEN_INVALID', { token: 'requestState' }));
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
  }
  const client = createRequestClient(context, state?.answers);
  const outcome = await callOnce(server, { ...request, client }, context, state);
  if (client.later) {
    const { questions, answered } = client.later;
    const kept = { answers: answered, ...(client.consent !== undefined && { token: client.consent }) };
    return askByResult(questions, await mintState(ownerOf(request), kept));
  }
  if (!outcome.ok) throwIfUndeclared(outcome, client);
  const question = questionOf(outcome, request);
  return question && canAsk(capabilitiesOf(context)) ? inputFor(request, question) : outcome;
};

const callOnce = async (
  server: Server,
  request: CallRequest & { readonly client: RequestClient },
  context: ServerContext,
  state: RequestState | undefined,
): Promise<Outcome> => {
  const { token, operation } = state ?? {};
  if (token === undefined) return server.call(request);
  // Nobody is asked about it any more: the call had all the consent that it needs before its handler asked.
  if (operation === undefined) return server.call(confirmed(request, token, 'person'));
  const response = inputResponse(context.mcpReq.inputResponses, inputName);
  if (response.kind !== 'elicit') return server.call(request);
  const answer = answerOf(response);
  return answer === 'accepted' ? server.call(confirmed(request, token)) : deny(server, request, operation, answer);
};

/** The end of a call that needs a confirmation: what to ask, and the state that the answer must come back with. */
export const inputFor = async (request: CallRequest, question: Question): Promise<InputRequiredResult> => {
  const { token, operation } = question;
  return inputRequired({
    inputRequests: { [inputName]: inputRequired.elicit(formOf(question)) },
    requestState: await mintState(ownerOf(request), { token, operation }),
  });
};

const ownerOf = ({ caller, tool, arguments: args }: CallRequest): StateOwner => ({
  caller,
  method: 'tools/call',
  name: tool,
  arguments: args,
});
