import type { CallMeta } from '@recourse/engine/front-door';
import {
  confirmationTokenHeader,
  confirmationTokenMetaKey,
  idempotencyKeyMetaKey,
  localeMetaKey,
} from '../meta-keys.ts';
import { protocolMeta } from '../rpc/protocol.ts';

type Named = readonly (readonly [key: string, name: Exclude<keyof CallMeta, 'consent_source'>])[];

/** The keys of `_meta` that say something about a call. */
export const metaKeys: Named = [
  [idempotencyKeyMetaKey, 'idempotency_key'],
  [confirmationTokenMetaKey, 'confirmation_token'],
  [localeMetaKey, 'locale'],
  [protocolMeta.traceparent, 'traceparent'],
  [protocolMeta.tracestate, 'tracestate'],
];

/** The headers of a REST request that say something about its call. */
export const metaHeaders: Named = [
  ['idempotency-key', 'idempotency_key'],
  [confirmationTokenHeader, 'confirmation_token'],
  ['traceparent', 'traceparent'],
  ['tracestate', 'tracestate'],
];

/**
 * Reads what a client says about its call. `consent_source` is never read: a caller could claim anything. A locale in
 * the call takes precedence over Accept-Language; `*` there means no preference.
 */
export const callMeta = (
  values: Readonly<Record<string, unknown>>,
  named: Named,
  acceptLanguage?: string,
): CallMeta => {
  const found: { -readonly [Name in keyof CallMeta]: CallMeta[Name] } = {};
  if (acceptLanguage !== undefined && acceptLanguage !== '' && acceptLanguage !== '*') found.locale = acceptLanguage;
  for (const [key, name] of named) {
    const value = values[key];
    if (typeof value === 'string' && value !== '') found[name] = value;
  }
  return found;
};
