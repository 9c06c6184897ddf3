import { fail, isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';

/** A JSON-RPC message as far as the relay reads it. */
export interface Message extends JsonObject {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: JsonObject;
}

/** Reads a line. Undefined if it is not one message; the server answers such a line. */
export const readMessage = (line: string): Message | undefined => {
  try {
    const read: unknown = JSON.parse(line);
    return isJsonObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
};

export const isRequest = (message: Message): message is Message & Required<Pick<Message, 'id' | 'method'>> =>
  message.id !== undefined && message.method !== undefined;

export const isAnswer = (message: Message): message is Message & Required<Pick<Message, 'id'>> =>
  message.id !== undefined && message.method === undefined;

/** The answer to a request whose process ended before it answered. */
export const lostAnswer = (id: string | number): string => {
  const failure = fail('INTERNAL_ERROR', {}, { effect: 'unknown' });
  const { message } = failure;
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message, data: recourse.render(failure) } });
};
