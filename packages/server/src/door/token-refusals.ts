import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { reasonOf } from '../oauth/issuer-unavailable.ts';

/** Whether an address carries a token. Addresses end up in logs and histories, so it counts as given away. */
export const hasTokenInAddress = (url: string | undefined): boolean =>
  url !== undefined && url.includes('?') && namesIn(url).some((name) => name.toLowerCase() === 'access_token');

/** The names of the query, decoded: an encoded name means the same. */
const namesIn = (url: string): readonly string[] => [...new URLSearchParams(url.slice(url.indexOf('?') + 1)).keys()];

export const tokenInAddress = (): Failure =>
  fail(
    'VALIDATION_MALFORMED_REQUEST',
    { reason: 'an access token must not be part of the URL', expected: 'an Authorization: Bearer header' },
    { hint: 'Revoke the token, which may be in logs, and send a new one in the Authorization header.' },
  );

/** One refusal for every token that is not valid: why would help to forge one. */
export const invalidToken = (): Failure =>
  fail(
    'PERMISSION_DENIED',
    { reason: 'the access token is not valid here', http_status: 401 },
    { http: 401, hint: 'Get a new access token for this resource from its authorization server.' },
  );

/** No token is accepted while it cannot be checked. */
export const issuerUnavailable = (cause: unknown): Failure =>
  fail('UPSTREAM_UNAVAILABLE', { upstream_error: reasonOf(cause) }, { effect: 'none', retry_after_ms: 5000, cause });
