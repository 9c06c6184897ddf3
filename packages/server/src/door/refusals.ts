import { fail, fromUnknown } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { isInstance } from '@recourse/contract/thrown';
import { StoreUnavailableError } from '@recourse/engine/store-ports';

/** Refuses `/approvals` of a server without a desk, as any unknown path. */
export const noApprovals = (): Failure =>
  fail('NOT_FOUND_RESOURCE', { resource_type: 'path', resource_id: '/approvals' });

/** Refuses a caller for a reason that no key changes. */
export const forbidden = (reason: string, hint: string): Failure =>
  fail('PERMISSION_DENIED', { reason, http_status: 403 }, { hint });

/** Refuses a request without Host: RFC 9112 requires one. */
export const missingHost = (): Failure =>
  fail('VALIDATION_MALFORMED_REQUEST', { reason: 'the Host header is missing', expected: 'a Host header' });

/** Refuses a name that is not ours: a web page may have made it resolve to this server. */
export const foreignHost = (): Failure =>
  forbidden(
    'the Host header does not name this server',
    'Use localhost, or a name that the operator has added with --host-name.',
  );

/** Refuses a web page of another site. */
export const foreignOrigin = (): Failure =>
  forbidden('web pages from this origin are not allowed', 'Ask the operator to allow the origin with --origin.');

/** Refuses an Expect other than 100-continue. */
export const unmetExpectation = (): Failure =>
  fail(
    'VALIDATION_MALFORMED_REQUEST',
    { reason: 'the server does not support this Expect header', expected: 'a request without the Expect header' },
    { http: 417 },
  );

/** Refuses a method that a path does not have. */
export const wrongMethod = (allowed: string): Failure =>
  fail(
    'VALIDATION_MALFORMED_REQUEST',
    { reason: 'the path does not support this method', expected: allowed },
    { http: 405 },
  );

/** The failure for an error of the store that knows the callers. */
export const storeFailure = (thrown: unknown): Failure =>
  isInstance(thrown, StoreUnavailableError)
    ? fail('INTERNAL_STORE_UNAVAILABLE', { store: thrown.store }, { effect: 'none', cause: thrown })
    : fromUnknown(thrown);
