import { ProtocolError } from '@modelcontextprotocol/server';
import type { Server as McpServer } from '@modelcontextprotocol/server';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import { answerCall } from '../../call/answer-call.ts';
import { Cancelling } from '../../call/cancelling.ts';
import { listToolsFor } from '../../call/list-tools-for.ts';
import { renderResult } from '../../call/render.ts';
import type { Running } from '../../call/running.ts';
import {
  capabilitiesOf,
  capabilitiesWithTasks,
  capabilitiesWithoutSession,
  hasPrompts,
  hasResources,
} from '../../edge/capabilities.ts';
import { createFindReader } from './find-reader.ts';
import { incomingOfMessage } from './incoming-of-message.ts';
import { serveChanges } from './serve-changes.ts';
import { serveCompletions } from './serve-completions.ts';
import { servePrompts } from './serve-prompts.ts';
import { createServeRequest } from './serve-request.ts';
import { serveResources } from './serve-resources.ts';
import { suggests } from '../../edge/suggests.ts';
import { UncheckedServer } from './unchecked-server.ts';

export interface McpServerOptions {
  /** The caller of the request that is being served; between requests, that of the last one. */
  readonly caller: Caller;
  /** `modern` is 2026-07-28 and later, where every request is stateless. */
  readonly era: 'legacy' | 'modern';
  /** False if the server serves one request only, and so has no client to tell of changes. */
  readonly lasting?: boolean;
  /** Whether the door serves tasks, which the SDK does not. */
  readonly tasks?: boolean;
  /** The calls of the door: bounded together, and waited for when it closes. */
  readonly running: Running;
  /** Receives the reason why a resource or a prompt could not be served. The client does not. */
  readonly onError?: ((error: Error) => void) | undefined;
}

const announce = (server: Server, { era, lasting = true, tasks = false }: McpServerOptions) => {
  if (era === 'modern') return tasks ? capabilitiesWithTasks(server) : capabilitiesOf(server);
  return lasting ? capabilitiesOf(server) : capabilitiesWithoutSession(server);
};

/** A server of the engine as the official SDK serves it. */
export const createMcpServer = (server: Server, options: McpServerOptions): McpServer => {
  const { era, lasting = true, running, onError } = options;
  const { name, version, instructions } = server;
  const mcp = new UncheckedServer(
    { name, version },
    {
      capabilities: announce(server, options),
      ...(instructions !== undefined && { instructions }),
    },
  );
  mcp.serveRequest = createServeRequest(server, options);
  const findReader = createFindReader(server, options);
  if (hasResources(server)) serveResources(mcp, server, findReader, onError);
  if (hasPrompts(server)) servePrompts(mcp, server, options);
  if (suggests(server)) serveCompletions(mcp, server, findReader, onError);
  if (lasting) serveChanges(mcp, server, { era, findReader });

  mcp.serveUnchecked('tools/list', async () => ({ tools: [...(await listToolsFor(server, await findReader()))] }));
  mcp.serveUnchecked('tools/call', async (message, context) => {
    const { signal } = context.mcpReq;
    const place = new Cancelling();
    const cancel = (): void => place.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const incoming = incomingOfMessage(server, message, context, options, mcp);
      const outgoing = await answerCall({ server, running }, incoming, place);
      if (outgoing.kind !== 'error') return await renderResult(server, outgoing);
      const { code, message: reason, data } = outgoing.error;
      throw new ProtocolError(code, reason, data);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  });
  return mcp;
};
