import type { JsonObject } from '@recourse/contract';
import { confirmationTokenMetaKey, idempotencyKeyMetaKey } from '../meta-keys.ts';

/** Values that MCP puts in the `_meta` of a call and REST in headers. */
const carried = [
  [idempotencyKeyMetaKey, 'idempotency-key'],
  [confirmationTokenMetaKey, 'recourse-confirmation-token'],
  ['dev.recourse/locale', 'accept-language'],
  ['traceparent', 'traceparent'],
  ['tracestate', 'tracestate'],
] as const;

/** The headers of a call. A token is a server's own text, and none of it may become a header by itself. */
export const headersOf = (meta: JsonObject = {}): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {};
  for (const [name, header] of carried) {
    const value = meta[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !isHeaderText(value))
      throw Object.assign(new Error(`'${name}' must be a string of 1 to 8192 printable ASCII characters`), {
        code: -32_602,
      });
    headers[header] = value;
  }
  return headers;
};

/** Visible ASCII and spaces. */
export const isHeaderText = (text: string): boolean => /^[\x20-\x7e]{1,8192}$/.test(text);
