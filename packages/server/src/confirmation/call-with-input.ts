import { randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import type { ClientCapabilities, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { fail, isJsonObject } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { digestOf } from '@recourse/engine';
import type { CallRequest, Server } from '@recourse/engine';
import { answerOf, canAsk, formOf } from './form.ts';
import { confirmed, deny, questionOf, refuse } from './question.ts';
import type { Question } from './question.ts';

const inputName = 'confirm';

/** What travels through the client while its user decides. It is signed and not secret: a token alone proves no yes. */
interface AskedState {
  readonly token: string;
  readonly operation: string;
  /** The call that was asked about. */
  readonly call: string;
}

const secondsOfDay = 24 * 60 * 60;
/** The key lives as long as the process. The state may outlive the token, which then says that it has expired. */
const states = createRequestStateCodec<AskedState>({ key: randomBytes(32), ttlSeconds: secondsOfDay });

/**
 * Makes a call of the stateless protocol: where it needs a confirmation, it ends as `input_required`, and the client
 * makes it again with its user's answer.
 */
export const callWithInput = async (
  server: Server,
  request: CallRequest,
  context: ServerContext,
): Promise<Outcome | InputRequiredResult> => {
  const asked = await readState(server, request, context);
  const response = inputResponse(context.mcpReq.inputResponses, inputName);
  if (asked && response.kind === 'elicit') {
    const answer = answerOf(response);
    return answer === 'accepted'
      ? server.call(confirmed(request, asked.token))
      : deny(server, request, asked.operation, answer);
  }
  const outcome = await server.call(request);
  const question = questionOf(outcome, request);
  if (!question || !canAsk(capabilitiesOf(context))) return outcome;
  return inputFor(request, question);
};

/** The end of a call that needs a confirmation: what to ask, and the state that the answer must come back with. */
export const inputFor = async (request: CallRequest, question: Question): Promise<InputRequiredResult> => {
  const { token, operation } = question;
  return inputRequired({
    inputRequests: { [inputName]: inputRequired.elicit(formOf(question)) },
    requestState: await states.mint({ token, operation, call: digestOfCall(request) }),
  });
};

const readState = async (
  server: Server,
  request: CallRequest,
  context: ServerContext,
): Promise<AskedState | undefined> => {
  const state = context.mcpReq.requestState();
  if (typeof state !== 'string') return undefined;
  try {
    const asked = await states.verify(state, context);
    if (asked.call === digestOfCall(request)) return asked;
  } catch {
    // Answered below: why a forged state was found out helps only its forger.
  }
  refuse(server, request, fail('TOKEN_INVALID', { token: 'requestState' }));
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
};

const digestOfCall = ({ tool, arguments: args = {} }: CallRequest): string =>
  digestOf([typeof tool === 'string' ? tool : null, isJsonObject(args) ? args : null]);

const capabilitiesOf = ({ mcpReq }: ServerContext): ClientCapabilities | undefined =>
  (mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
