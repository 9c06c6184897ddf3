import { fail, isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject } from '@recourse/contract';
import { exactId } from './exact-id.ts';
import { protocolMeta, rpcErrors } from './protocol.ts';

export type RequestId = string | number;

/** The id of an answer: null if there is none to repeat, a bigint for a number beyond the safe integers. */
export type EchoedId = RequestId | bigint | null;

/** A valid JSON-RPC request. */
export interface RequestFrame {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/** An invalid message, and how to answer it. `id` is null if it cannot be read. */
export interface MalformedFrame {
  readonly kind: 'malformed';
  readonly id: EchoedId;
  /** True for a notification, which gets no answer even if it is invalid. */
  readonly unawaited?: boolean;
  readonly number: number;
  readonly failure: Failure;
}

/** A parsed message. */
export type Frame =
  | RequestFrame
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject | undefined }
  | { readonly kind: 'response'; readonly message: JsonObject }
  | { readonly kind: 'batch'; readonly messages: readonly unknown[] }
  | MalformedFrame;

/** Reads one message. Never throws. */
export const readFrame = (text: string): Frame => {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return malformed(null, rpcErrors.parse, 'the message is not JSON', 'one JSON object per message');
  }
  const frame = frameOf(message);
  const id = isJsonObject(message) ? message['id'] : undefined;
  // A number that would come back changed is refused under the number that the caller sent.
  return frame.kind === 'malformed' && isTooLarge(id) ? { ...frame, id: exactId(text) ?? BigInt(id) } : frame;
};

const isTooLarge = (id: unknown): id is number => Number.isInteger(id) && !Number.isSafeInteger(id);

export const frameOf = (message: unknown): Frame => {
  if (Array.isArray(message)) return { kind: 'batch', messages: message };
  if (!isJsonObject(message)) return malformed(null, rpcErrors.request, 'the message is not an object');
  const { id, method, params } = message;
  const known = isRequestId(id) ? id : null;
  if (message['jsonrpc'] !== '2.0') {
    return malformed(known, rpcErrors.request, 'jsonrpc is not "2.0"', 'jsonrpc: "2.0" in every message');
  }
  if (method === undefined) {
    // An unexpected response is not answered: two peers that did so would never stop.
    return 'result' in message || 'error' in message
      ? { kind: 'response', message }
      : malformed(known, rpcErrors.request, 'the method is missing');
  }
  if (typeof method !== 'string') return malformed(known, rpcErrors.request, 'method must be a string');
  const wrong = (reason: string, expected: string): MalformedFrame => ({
    ...malformed(known, rpcErrors.params, reason, expected),
    unawaited: id === undefined,
  });
  if (params !== undefined && !isJsonObject(params)) return wrong('params must be an object', 'params as an object');
  if (!isMeta(params?.['_meta'])) return wrong('invalid _meta', '_meta as MCP defines it');
  if (id === undefined) return { kind: 'notification', method, params };
  return known === null ? invalidId(id) : { kind: 'request', id: known, method, params };
};

/**
 * The message of a frame, without members that JSON-RPC does not know: the SDK would ignore the whole message, and its
 * sender would wait forever.
 */
export const messageOf = (frame: Exclude<Frame, { kind: 'malformed' | 'batch' }>): JsonObject => {
  if (frame.kind === 'response') return frame.message;
  const { method, params } = frame;
  return {
    jsonrpc: '2.0',
    ...(frame.kind === 'request' && { id: frame.id }),
    method,
    ...(params !== undefined && { params }),
  };
};

/** Whether `_meta` is valid. The SDK ignores a request with any other. */
const isMeta = (meta: Json | undefined): boolean => {
  if (meta === undefined) return true;
  if (!isJsonObject(meta)) return false;
  const { progressToken: token, [protocolMeta.relatedTask]: task } = meta;
  return (
    (token === undefined || isRequestId(token)) &&
    (task === undefined || (isJsonObject(task) && typeof task['taskId'] === 'string'))
  );
};

/** The id as a record can hold it. */
export const recordedId = (id: EchoedId): RequestId | null => (typeof id === 'bigint' ? String(id) : id);

const invalidId = (id: unknown): MalformedFrame =>
  isTooLarge(id)
    ? malformed(null, rpcErrors.request, 'id is beyond 2^53 - 1', 'the id as a string, or as a smaller number')
    : malformed(null, rpcErrors.request, 'id must be a string or an integer', 'the id as a string or an integer');

/** Numbers must be whole: a fraction may change on the way, and then the client cannot match the answer. */
export const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id);

const malformed = (id: EchoedId, number: number, reason: string, expected?: string): MalformedFrame => ({
  kind: 'malformed',
  id,
  number,
  failure: fail('VALIDATION_MALFORMED_REQUEST', { reason, ...(expected !== undefined && { expected }) }),
});
