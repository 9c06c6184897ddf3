import type { CallMeta } from '@recourse/engine';
import { confirmationTokenMetaKey, idempotencyKeyMetaKey, localeMetaKey } from '../meta-keys.ts';
import { protocolMeta } from './protocol.ts';

const named = [
  [idempotencyKeyMetaKey, 'idempotency_key'],
  [confirmationTokenMetaKey, 'confirmation_token'],
  [localeMetaKey, 'locale'],
  [protocolMeta.traceparent, 'traceparent'],
  [protocolMeta.tracestate, 'tracestate'],
] as const;

/**
 * What a client says about its call. How a consent came about is never read from here: a caller could claim anything.
 * The languages that HTTP asks for give way to the one of the call.
 */
export const callMeta = (meta: Readonly<Record<string, unknown>>, acceptLanguage?: string): CallMeta => {
  const found: { -readonly [Name in keyof CallMeta]: CallMeta[Name] } = {};
  if (acceptLanguage !== undefined) found.locale = acceptLanguage;
  for (const [key, name] of named) {
    const value = meta[key];
    if (typeof value === 'string' && value !== '') found[name] = value;
  }
  return found;
};
