import { randomUUID } from 'node:crypto';
import type { ClientCapabilities, Request, RequestOptions, Result, ServerContext } from '@modelcontextprotocol/server';
import type { ClientPort, Question } from '@recourse/engine/client';
import { canBeAsked } from './can-be-asked.ts';
import { logTo } from './log-to.ts';

/** People answer within minutes. A client that never answers must not hold a call forever. */
const longestAnswerMs = 10 * 60 * 1000;

/** The SDK types each method separately; here each question reads its own answer. */
type Send = (request: Request, options: RequestOptions) => Promise<Result>;

/** The client of a session, which is asked while the call waits. */
export const createSessionClient = (
  context: ServerContext,
  capabilities: ClientCapabilities | undefined,
): ClientPort => ({
  can: (question) => canBeAsked(capabilities, question),
  ask: async (questions, signal) => {
    const send = context.mcpReq.send as Send;
    const asking = Object.entries(questions).map(async ([name, question]) => {
      // A question that fails has no answer.
      const options = { timeout: longestAnswerMs, signal };
      const answer = await send(toRequest(question), options).catch(() => undefined);
      return [name, answer] as const;
    });
    return Object.fromEntries(await Promise.all(asking));
  },
  log: logTo(context),
});

/** These revisions require an id for a page. */
const toRequest = ({ method, params }: Question): Request => ({
  method,
  params: params['mode'] === 'url' ? { ...params, elicitationId: randomUUID() } : { ...params },
});
