import type { JsonObject } from '@recourse/contract';
import { confirmationTokenMetaKey, idempotencyKeyMetaKey } from '../meta-keys.ts';
import type { ToolRequest } from '../strategies/strategy.ts';

/** The call with its key and its token, in addition to the caller's own `_meta`. */
export const withMeta = (request: ToolRequest, key: string | undefined, token: string | undefined): ToolRequest => {
  if (key === undefined && token === undefined) return request;
  // Nearly every call has only its key.
  if (key !== undefined && token === undefined && request._meta === undefined)
    return { ...request, _meta: { [idempotencyKeyMetaKey]: key } };
  const meta: Record<string, JsonObject[string]> = { ...request._meta };
  if (key !== undefined) meta[idempotencyKeyMetaKey] = key;
  if (token !== undefined) meta[confirmationTokenMetaKey] = token;
  return { ...request, _meta: meta };
};
