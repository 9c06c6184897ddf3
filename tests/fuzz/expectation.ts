import { isUtf8 } from 'node:buffer';
import { longest } from './frames.ts';

export type Id = string | number | null;

/**
 * The answers that the sender of a frame may expect by the rules of JSON-RPC alone. A single answer has one of `ids`;
 * the answers to a batch have all of them.
 */
export type Expectation =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'answer'; readonly ids: readonly Id[] }
  | { readonly kind: 'batch'; readonly ids: readonly Id[] };

const nothing: Expectation = { kind: 'nothing' };
const answerTo = (...ids: Id[]): Expectation => ({ kind: 'answer', ids });

export const expectationOf = (frame: Buffer): Expectation => {
  const text = frame.toString('utf8');
  if (text.trim() === '' && isUtf8(frame)) return nothing;
  const message = parsed(text);
  if (frame.length > longest) return answerTo(...idsInLong(text, message));
  if (!isUtf8(frame)) return answerTo(idOf(message));
  if (Array.isArray(message)) {
    const ids = message.map(idWaiting).filter((id) => id !== undefined && id !== null);
    return ids.length > 0 ? { kind: 'batch', ids } : answerTo(null);
  }
  const id = idWaiting(message);
  return id === undefined ? nothing : answerTo(id ?? largeIdOf(message));
};

/**
 * A frame that is too long is not parsed. The server finds its id if it is the last member; otherwise it may find this
 * id, another one or none.
 */
const idsInLong = (text: string, message: unknown): readonly Id[] => {
  const id = idOf(message);
  if (id !== null && Object.keys(message as object).at(-1) === 'id' && JSON.stringify(id).length < 200) return [id];
  const ids = text.matchAll(/"id":("(?:[^"\\]|\\.)*"|-?\d+)/gu);
  return [...[...ids].map(([, found = 'null']) => parsed(found) as Id), null];
};

/** The id that an answer must carry; null if it cannot be read, and nothing if no answer is due. */
const idWaiting = (message: unknown): Id | undefined => {
  if (!isObject(message)) return null;
  const isResponse = !('method' in message) && ('result' in message || 'error' in message);
  const isNotification = !('id' in message) && typeof message['method'] === 'string';
  return message['jsonrpc'] === '2.0' && (isResponse || isNotification) ? undefined : idOf(message);
};

const idOf = (message: unknown): Id => {
  const id = isObject(message) ? message['id'] : null;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : null;
};

/** A number beyond the safe integers is refused under the number that was sent. */
const largeIdOf = (message: unknown): Id => {
  const id = isObject(message) ? message['id'] : null;
  return Number.isInteger(id) ? (id as number) : null;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
