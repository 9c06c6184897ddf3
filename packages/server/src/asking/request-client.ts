import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { ClientPort, Question, Questions } from '@recourse/engine/client';
import { canBeAsked } from './can-be-asked.ts';
import { logTo } from './log-to.ts';

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

/** Creates the client of one round. `kept` are the answers of earlier rounds, from the signed state. */
export const createRequestClient = (context: ServerContext, kept: Answers = {}): RequestClient => {
  const capabilities = capabilitiesOf(context);
  const given: Answers = { ...context.mcpReq.inputResponses, ...kept };
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
    log: logTo(context),
  };
};

/** What the client declared in this request. */
export const capabilitiesOf = ({ mcpReq }: ServerContext): ClientCapabilities | undefined =>
  (mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
