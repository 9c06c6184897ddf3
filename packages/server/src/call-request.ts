import type { JSONRPCRequest, ServerContext } from '@modelcontextprotocol/server';
import type { Caller, CallRequest } from '@recourse/engine';
import { callMeta } from './door/call-meta.ts';
import { acceptedLanguages } from './http/languages.ts';

/** A `tools/call` as the engine takes it. Nothing is checked here: what is wrong with it, the pipeline says. */
export const toCallRequest = (request: JSONRPCRequest, context: ServerContext, caller: Caller): CallRequest => {
  const { sessionId, mcpReq, http } = context;
  const progressToken = mcpReq._meta?.progressToken;
  return {
    tool: request.params?.['name'],
    arguments: request.params?.['arguments'],
    meta: callMeta(mcpReq._meta ?? {}, acceptedLanguages(http?.req?.headers.get('accept-language') ?? undefined)),
    caller,
    request_id: mcpReq.id,
    ...(sessionId !== undefined && { session_id: sessionId }),
    signal: mcpReq.signal,
    ...(progressToken !== undefined && {
      onProgress: (progress) => {
        // Progress is a courtesy: a client that is gone learns of it by other means.
        mcpReq
          .notify({ method: 'notifications/progress', params: { progressToken, ...progress } })
          .catch(() => undefined);
      },
    }),
  };
};
