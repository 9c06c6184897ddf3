import {
  ProtocolError,
  ProtocolErrorCode,
  Server as McpServer,
  isInputRequiredResult,
} from '@modelcontextprotocol/server';
import type { Result, ServerContext } from '@modelcontextprotocol/server';
import type { Caller, Server } from '@recourse/engine';
import { toCallRequest } from '../call-request.ts';
import { callWithElicitation } from '../confirmation/call-with-elicitation.ts';
import { callWithInput } from '../confirmation/call-with-input.ts';
import { capabilitiesOf } from './capabilities.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';

export interface McpServerOptions {
  readonly caller: Caller;
  /** `modern` is 2026-07-28 and later, where every request stands alone. */
  readonly era: 'legacy' | 'modern';
  /** Told why a resource or a prompt could not be given; the client is not. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * A server of the engine as the official SDK serves it. Tools are taken by the fallback handler, because it is the
 * only one that the SDK hands a request to unchecked: wrong arguments are the pipeline's to refuse.
 */
export const createMcpServer = (server: Server, { caller, era, onError }: McpServerOptions): McpServer => {
  const { name, version, instructions, resources, prompts } = server;
  const mcp = new McpServer(
    { name, version },
    {
      capabilities: capabilitiesOf(server),
      ...(instructions !== undefined && { instructions }),
    },
  );
  if (resources.length > 0) serveResources(mcp, resources, onError);
  if (prompts.length > 0) servePrompts(mcp, prompts, onError);

  mcp.fallbackRequestHandler = async (message, context: ServerContext): Promise<Result> => {
    if (message.method === 'tools/list') return { tools: await server.listTools() };
    if (message.method !== 'tools/call') {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    }
    const startedAt = server.now();
    const request = toCallRequest(message, context, caller);
    const answer = await (era === 'modern'
      ? callWithInput(server, request, context)
      : callWithElicitation(server, request, context, mcp.getClientCapabilities()));
    return isInputRequiredResult(answer) ? answer : server.render(answer, request, startedAt);
  };
  return mcp;
};
