import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { ClientPort, Question, Questions } from '@recourse/engine/client';
import { protocolMeta } from '../rpc/protocol.ts';
import { canBeAsked } from './can-be-asked.ts';

type Answers = Readonly<Record<string, unknown>>;

/** The client of a stateless request: it is asked after the call, and repeats the call with its answers. */
export interface RequestClient extends ClientPort {
  /** The questions to ask before the call can be made, and the answers so far. */
  readonly later: { readonly questions: Questions; readonly answered: Answers } | undefined;
  /** The token of the consent that the call has already. */
  readonly consent: string | undefined;
  /** The first question for which the client has not declared the capability. */
  readonly refused: Pick<Question, 'kind' | 'params'> | undefined;
}

/** The client of a stateless request, as the request describes it. */
export interface RequestSource {
  readonly capabilities: ClientCapabilities | undefined;
  /** The answers that came with this request. */
  readonly responses: Answers | undefined;
  readonly log: ClientPort['log'];
}

/** Creates the client of one round. `kept` are the answers of earlier rounds, from the sealed state. */
export const createRequestClient = (source: RequestSource, kept: Answers = {}): RequestClient => {
  const { capabilities, responses, log } = source;
  const given: Answers = { ...responses, ...kept };
  let later: RequestClient['later'];
  let consent: string | undefined;
  let refused: RequestClient['refused'];
  return {
    get later() {
      return later;
    },
    get consent() {
      return consent;
    },
    get refused() {
      return refused;
    },
    can: (question) => {
      const can = canBeAsked(capabilities, question);
      if (!can) refused ??= question;
      return can;
    },
    ask: () => Promise.resolve(given),
    askLater: (questions, answered) => {
      later = { questions, answered };
    },
    keepConsent: (token) => {
      consent = token;
    },
    log,
  };
};

/** The capabilities that the client declared in this request. */
export const capabilitiesOf = ({ mcpReq }: ServerContext): ClientCapabilities | undefined =>
  (mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined)?.[protocolMeta.clientCapabilities];
