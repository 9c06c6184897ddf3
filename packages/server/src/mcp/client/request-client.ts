import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { ClientPort, Question, Questions } from '@recourse/engine/client';
import { canBeAsked } from './can-be-asked.ts';
import { logTo } from './log-to.ts';

type Answers = Readonly<Record<string, unknown>>;

/** The client of a request that stands alone: it is asked after the call, and makes the call again with its answers. */
export interface RequestClient extends ClientPort {
  /** What is to be asked before the call can be made, and what need not be asked again. */
  readonly later: { readonly questions: Questions; readonly answered: Answers } | undefined;
  /** The token of a consent that the call has had. */
  readonly consent: string | undefined;
  /** The first question that the client has not declared. */
  readonly refused: Pick<Question, 'kind' | 'params'> | undefined;
}

/** `kept` are the answers of earlier rounds, which came back in the signed state. */
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

/** What the client has declared with this very request. */
export const capabilitiesOf = ({ mcpReq }: ServerContext): ClientCapabilities | undefined =>
  (mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
