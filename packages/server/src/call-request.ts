import { TRACEPARENT_META_KEY, TRACESTATE_META_KEY } from '@modelcontextprotocol/server';
import type { JSONRPCRequest, ServerContext } from '@modelcontextprotocol/server';
import type { Caller, CallMeta, CallRequest } from '@recourse/engine';
import { confirmationTokenMetaKey, idempotencyKeyMetaKey } from './meta-keys.ts';

/** A `tools/call` as the engine takes it. Nothing is checked here: what is wrong with it, the pipeline says. */
export const toCallRequest = (request: JSONRPCRequest, context: ServerContext, caller: Caller): CallRequest => {
  const { sessionId, mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  return {
    tool: request.params?.['name'],
    arguments: request.params?.['arguments'],
    meta: callMeta(mcpReq._meta ?? {}),
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

/** How a consent came about is never read from here: a caller could claim anything. */
const callMeta = (meta: Readonly<Record<string, unknown>>): CallMeta => ({
  ...text(meta, idempotencyKeyMetaKey, 'idempotency_key'),
  ...text(meta, confirmationTokenMetaKey, 'confirmation_token'),
  ...text(meta, TRACEPARENT_META_KEY, 'traceparent'),
  ...text(meta, TRACESTATE_META_KEY, 'tracestate'),
});

const text = (meta: Readonly<Record<string, unknown>>, key: string, name: keyof CallMeta): CallMeta => {
  const value = meta[key];
  return typeof value === 'string' && value !== '' ? { [name]: value } : {};
};
