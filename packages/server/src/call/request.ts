import type { CallRequest, Cancellation } from '@recourse/engine';
import type { Incoming } from './incoming.ts';

/** Builds the engine's request of a call. */
export const requestOf = (incoming: Incoming, signal: Cancellation): CallRequest => {
  const { tool, arguments: given, meta, caller, requestId, textOnly = false, line, task } = incoming;
  // Written out twice: this runs for every call, and object spread is slow here.
  const request: CallRequest =
    requestId === undefined
      ? { tool, arguments: given, meta, caller, text_only: textOnly, signal }
      : { tool, arguments: given, meta, caller, request_id: requestId, text_only: textOnly, signal };
  if (!line) return request;
  const { client, sessionId, onProgress } = line;
  return {
    ...request,
    client,
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(onProgress && { onProgress }),
    ...(task && { task }),
  };
};
