import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { Outcome } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { CallRequest } from '@recourse/engine/front-door';
import { askByResult, undeclaredError } from '../asking/ask-by-result.ts';
import type { RequestClient } from '../asking/request-client.ts';
import { mintState } from '../asking/request-state.ts';
import type { RequestState, StateOwner } from '../asking/request-state.ts';
import { answerOf, formOf } from './form.ts';
import type { Round } from './incoming.ts';
import type { Asked } from './outgoing.ts';
import { confirmed, deny } from './question.ts';
import type { Question } from './question.ts';

/** Not a name that a handler would ask under. */
const inputName = 'recourse_confirm';

/** Makes a call again with the consent that the state of the round before stands for. */
export const resume = (
  server: Server,
  request: CallRequest,
  { token, operation }: RequestState,
  responses: Round['responses'],
): Promise<Outcome> | Outcome => {
  if (token === undefined) return server.call(request);
  // The call had all the consent it needs before its handler asked its questions.
  if (operation === undefined) return server.call(confirmed(request, token, 'person'));
  const response = inputResponse(responses, inputName);
  if (response.kind !== 'elicit') return server.call(request);
  const answer = answerOf(response);
  return answer === 'accepted' ? server.call(confirmed(request, token)) : deny(server, request, operation, answer);
};

/** Ends a call whose handler has questions; nothing if it has none. */
export const settleHandler = (
  server: Server,
  request: CallRequest,
  outcome: Outcome,
  client: RequestClient,
): Asked | undefined => {
  if (client.later) {
    const { questions, answered } = client.later;
    const kept = { answers: answered, ...(client.consent !== undefined && { token: client.consent }) };
    return { kind: 'input', result: askByResult(questions, mintState(server, ownerOf(request), kept)), request };
  }
  const error = outcome.ok ? undefined : undeclaredError(outcome, client);
  return error && { kind: 'error', error, request };
};

/** Ends a call that needs a confirmation: with the question, and the state that must come back with its answer. */
export const settleByResult = (server: Server, request: CallRequest, question: Question): Asked => {
  const { token, operation } = question;
  const result = inputRequired({
    inputRequests: { [inputName]: inputRequired.elicit(formOf(question)) },
    requestState: mintState(server, ownerOf(request), { token, operation }),
  });
  return { kind: 'input', result, request };
};

/** The values that the state of a call is bound to. */
export const ownerOf = ({ caller, tool, arguments: args }: Pick<CallRequest, 'caller' | 'tool' | 'arguments'>) =>
  ({ caller, method: 'tools/call', name: tool, arguments: args }) satisfies StateOwner;
