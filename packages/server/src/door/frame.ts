import { fail, isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { rpcErrors } from './protocol.ts';

export type RequestId = string | number;

/** A JSON-RPC request with everything in it that the protocol itself asks for. */
export interface RequestFrame {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly message: JsonObject;
}

/** What a caller gets for a message that is none. `id` is theirs where it can be read. */
export interface MalformedFrame {
  readonly kind: 'malformed';
  readonly id: RequestId | null;
  readonly number: number;
  readonly failure: Failure;
}

/** What one message turns out to be. */
export type Frame =
  | RequestFrame
  | { readonly kind: 'notification'; readonly method: string; readonly message: JsonObject }
  | { readonly kind: 'response'; readonly message: JsonObject }
  | { readonly kind: 'batch'; readonly messages: readonly unknown[] }
  | MalformedFrame;

/** Reads one message. Never throws. */
export const readFrame = (text: string): Frame => {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return malformed(null, rpcErrors.parse, 'it is not JSON', 'one JSON object per message');
  }
  return frameOf(message);
};

export const frameOf = (message: unknown): Frame => {
  if (Array.isArray(message)) return { kind: 'batch', messages: message };
  if (!isJsonObject(message)) return malformed(null, rpcErrors.request, 'it is not an object');
  const { id, method, params } = message;
  const known = isRequestId(id) ? id : null;
  if (message['jsonrpc'] !== '2.0') {
    return malformed(known, rpcErrors.request, 'jsonrpc is not "2.0"', 'jsonrpc: "2.0" in every message');
  }
  if (method === undefined) {
    return known !== null && ('result' in message || 'error' in message)
      ? { kind: 'response', message }
      : malformed(known, rpcErrors.request, 'it has no method');
  }
  if (typeof method !== 'string') return malformed(known, rpcErrors.request, 'its method is not a text');
  if (params !== undefined && !isJsonObject(params)) {
    return malformed(known, rpcErrors.params, 'its params are not an object', 'params as an object');
  }
  if (id === undefined) return { kind: 'notification', method, message };
  return known === null
    ? malformed(null, rpcErrors.request, 'its id is neither a text nor a whole number')
    : { kind: 'request', id: known, method, params, message };
};

/** A whole number, because a fraction does not survive every parser on the way, and then the answer finds nobody. */
export const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id);

const malformed = (id: RequestId | null, number: number, reason: string, expected?: string): MalformedFrame => ({
  kind: 'malformed',
  id,
  number,
  failure: fail('VALIDATION_MALFORMED_REQUEST', { reason, ...(expected !== undefined && { expected }) }),
});
