import { isInputRequiredResult } from '@modelcontextprotocol/server';
import type {
  ClientCapabilities,
  InputRequiredResult,
  Server as McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';
import { fail } from '@recourse/contract';
import type { Failure, Outcome } from '@recourse/contract';
import type { Caller, CallRequest, Server } from '@recourse/engine';
import { toCallRequest } from '../call-request.ts';
import { inLanguageOf } from '../in-language-of.ts';
import { callWithElicitation } from '../confirmation/call-with-elicitation.ts';
import { callWithInput } from '../confirmation/call-with-input.ts';
import { refuse } from '../confirmation/question.ts';
import type { Running } from '../door/running.ts';
import { capabilitiesOf, hasPrompts, hasResources } from './capabilities.ts';
import { createSessionClient } from './client/session-client.ts';
import { serveChanges } from './serve-changes.ts';
import { serveCompletions } from './serve-completions.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { suggests } from './suggests.ts';
import { UncheckedServer } from './unchecked-server.ts';

export interface McpServerOptions {
  readonly caller: Caller;
  /** `modern` is 2026-07-28 and later, where every request stands alone. */
  readonly era: 'legacy' | 'modern';
  /** False where the server is made for one request: nobody is there to be told of changes later. */
  readonly lasting?: boolean;
  /** The calls of the door: bounded together, and waited for when it closes. */
  readonly running?: Running;
  /** Told why a resource or a prompt could not be given; the client is not. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** A server of the engine as the official SDK serves it. */
export const createMcpServer = (server: Server, options: McpServerOptions): McpServer => {
  const { caller, era, lasting = true, onError } = options;
  const { name, version, instructions } = server;
  const mcp = new UncheckedServer(
    { name, version },
    {
      capabilities: capabilitiesOf(server),
      ...(instructions !== undefined && { instructions }),
    },
  );
  if (hasResources(server)) serveResources(mcp, server, onError);
  if (hasPrompts(server)) servePrompts(mcp, server, options);
  if (suggests(server)) serveCompletions(mcp, server, onError);
  if (lasting) serveChanges(mcp, server, era);

  mcp.serveUnchecked('tools/list', async () => ({ tools: await server.listTools() }));
  const call = (request: CallRequest, context: ServerContext): Promise<Outcome | InputRequiredResult> =>
    era === 'modern'
      ? callWithInput(server, request, context)
      : callInSession(server, request, context, mcp.getClientCapabilities());
  mcp.serveUnchecked('tools/call', async (message, context) => {
    const startedAt = server.now();
    const request = toCallRequest(message, context, caller);
    const answer = await callInPlace(server, request, options, (placed) => call(placed, context));
    if (isInputRequiredResult(answer)) return answer;
    return server.render(await inLanguageOf(request, answer, server), request, startedAt);
  });
  return mcp;
};

/** Makes a call in one of the door's places: it ends when its client or the door says so. */
const callInPlace = async <Answer>(
  server: Server,
  request: CallRequest,
  { running }: McpServerOptions,
  call: (request: CallRequest) => Promise<Answer>,
): Promise<Answer | Failure> => {
  if (!running) return call(request);
  const place = running.enter();
  if (!place) {
    const failure: Failure = fail('RATE_LIMIT_CONCURRENCY', { limit: running.limit, of: 'calls' });
    refuse(server, request, failure);
    return failure;
  }
  const cancel = (): void => place.cancel();
  request.signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await call({ ...request, signal: place });
  } finally {
    request.signal?.removeEventListener('abort', cancel);
    running.leave(place);
  }
};

const callInSession = (
  server: Server,
  request: CallRequest,
  context: ServerContext,
  capabilities: ClientCapabilities | undefined,
): Promise<Outcome> => {
  const client = createSessionClient(context, capabilities);
  return callWithElicitation(server, { ...request, client }, context, capabilities);
};
