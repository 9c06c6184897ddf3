import type { CallRequest, Cancellation } from '@recourse/engine/front-door';
import type { Incoming } from './incoming.ts';

/** Builds the engine's request of a call. */
export const requestOf = (incoming: Incoming, signal: Cancellation): CallRequest => {
  const request: CallRequest = new WireRequest(incoming, signal);
  const { line, task } = incoming;
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

/**
 * The request of a call without a line back to its client. A class: V8 would allocate an object literal in the old
 * generation if many calls are in flight, and keep what it refers to until a full collection.
 */
class WireRequest implements CallRequest {
  readonly tool: unknown;
  readonly arguments: unknown;
  readonly meta: Incoming['meta'];
  readonly caller: Incoming['caller'];
  readonly request_id?: NonNullable<Incoming['requestId']>;
  readonly text_only: boolean;
  readonly signal: Cancellation;

  constructor({ tool, arguments: given, meta, caller, requestId, textOnly = false }: Incoming, signal: Cancellation) {
    this.tool = tool;
    this.arguments = given;
    this.meta = meta;
    this.caller = caller;
    if (requestId !== undefined) this.request_id = requestId;
    this.text_only = textOnly;
    this.signal = signal;
  }
}
