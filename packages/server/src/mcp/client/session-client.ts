import { randomUUID } from 'node:crypto';
import type { ClientCapabilities, Request, RequestOptions, Result, ServerContext } from '@modelcontextprotocol/server';
import type { ClientPort, Question } from '@recourse/engine/client';
import { canBeAsked } from './can-be-asked.ts';
import { logTo } from './log-to.ts';

/** People answer within minutes; a client that never does must not keep a call for ever. */
const longestAnswerMs = 10 * 60 * 1000;

/** The SDK types each method by itself; these answers are read by their questions. */
type Send = (request: Request, options: RequestOptions) => Promise<Result>;

/** The client of a session: it is asked while the call waits. */
export const createSessionClient = (
  context: ServerContext,
  capabilities: ClientCapabilities | undefined,
): ClientPort => ({
  can: (question) => canBeAsked(capabilities, question),
  ask: async (questions, signal) => {
    const send = context.mcpReq.send as Send;
    const asking = Object.entries(questions).map(async ([name, question]) => {
      // Whatever goes wrong with a question, it has no answer.
      const options = { timeout: longestAnswerMs, signal };
      const answer = await send(toRequest(question), options).catch(() => undefined);
      return [name, answer] as const;
    });
    return Object.fromEntries(await Promise.all(asking));
  },
  log: logTo(context),
});

/** These revisions want a page to have an id. */
const toRequest = ({ method, params }: Question): Request => ({
  method,
  params: params['mode'] === 'url' ? { ...params, elicitationId: randomUUID() } : { ...params },
});
