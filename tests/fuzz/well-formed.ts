import path from 'node:path';
import type { Id } from './expectation.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Strings that would reveal internals to a caller: stack frames, files, and errors thrown by a handler. */
const insides = [root, 'node_modules', 'node:internal', 'secret-of-the-handler', 'fuzz-server', '\\n    at ', '.js:'];

/** Refuses an answer that shows where or how it was made. */
export const expectNoInsides = (text: string): void => {
  const shown = insides.find((one) => text.includes(one));
  if (shown !== undefined) throw new Error(`An answer shows '${shown}': ${text.slice(0, 500)}`);
};

/** A message from the server: an answer, or something that it says or asks by itself. */
export interface Received {
  readonly id?: Id;
  readonly method?: string;
}

/** Reads a message of the server. Throws if it is not valid JSON-RPC. */
export const readMessage = (message: unknown): Received => {
  const { jsonrpc, id, method, result, error } = message as Readonly<Record<string, unknown>>;
  const isId = typeof id === 'string' || Number.isSafeInteger(id);
  const good =
    method === undefined
      ? (isId && isObject(result) && error === undefined) ||
        // An error repeats a number that is too large to serve.
        ((isId || id === null || Number.isInteger(id)) && result === undefined && isError(error))
      : typeof method === 'string' && (isId || id === undefined);
  if (jsonrpc !== '2.0' || !good) throw new Error(`This is no JSON-RPC: ${JSON.stringify(message).slice(0, 500)}`);
  return message as Received;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isError = (error: unknown): boolean =>
  isObject(error) && Number.isSafeInteger(error['code']) && typeof error['message'] === 'string';
