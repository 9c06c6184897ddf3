import type { JSONRPCRequest, Server as McpServer, ServerContext } from '@modelcontextprotocol/server';
import { isFailure } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { canAsk } from '../../asking/can-be-asked.ts';
import { logTo } from '../../asking/log-to.ts';
import { capabilitiesOf, createRequestClient } from '../../asking/request-client.ts';
import { readState } from '../../asking/request-state.ts';
import { createSessionClient } from '../../asking/session-client.ts';
import { callMeta, metaKeys } from '../../call/call-meta.ts';
import type { ClientLine, Incoming } from '../../call/incoming.ts';
import { ownerOf } from '../../call/settle-by-result.ts';
import { isTextOnly } from '../../rpc/protocol.ts';
import type { McpServerOptions } from './create-mcp-server.ts';

/** Reads a `tools/call` that the SDK received. */
export const incomingOfMessage = (
  server: Server,
  { params }: JSONRPCRequest,
  context: ServerContext,
  { caller, era }: McpServerOptions,
  mcp: McpServer,
): Incoming => {
  const { mcpReq, http } = context;
  const versionHeader = http?.req?.headers.get('mcp-protocol-version');
  const acceptLanguage = http?.req?.headers.get('accept-language') ?? undefined;
  const call = {
    tool: params?.['name'],
    arguments: params?.['arguments'],
    meta: callMeta(mcpReq._meta ?? {}, metaKeys, acceptLanguage),
    caller,
    requestId: mcpReq.id,
    modern: era === 'modern',
    textOnly: era === 'legacy' && isTextOnly(mcp.getNegotiatedProtocolVersion() ?? versionHeader),
  };
  if (era === 'legacy') {
    const declared = mcp.getClientCapabilities();
    const line = { ...lineOf(context), client: createSessionClient(context, declared) };
    return { ...call, line, confirming: canAsk(declared) ? elicitWith(context) : undefined };
  }
  const state = readState(server, mcpReq.requestState(), ownerOf(call));
  const [capabilities, responses] = [capabilitiesOf(context), mcpReq.inputResponses];
  const source = { capabilities, responses, log: logTo(context) };
  const client = createRequestClient(source, isFailure(state) ? undefined : state?.answers);
  const line = { ...lineOf(context), client, round: { client, state, responses } };
  return { ...call, line, confirming: canAsk(capabilities) ? 'input_required' : undefined };
};

const lineOf = ({ sessionId, mcpReq }: ServerContext): Pick<ClientLine, 'sessionId' | 'onProgress'> => {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    ...(sessionId !== undefined && { sessionId }),
    ...(progressToken !== undefined && {
      onProgress: (progress) => {
        // Progress is optional: if the client is gone, there is no one to tell.
        mcpReq
          .notify({ method: 'notifications/progress', params: { progressToken, ...progress } })
          .catch(() => undefined);
      },
    }),
  };
};

const elicitWith =
  ({ mcpReq }: ServerContext): Exclude<Incoming['confirming'], 'input_required'> =>
  (form, timeout) =>
    mcpReq.send({ method: 'elicitation/create', params: { ...form } }, { timeout, signal: mcpReq.signal });
