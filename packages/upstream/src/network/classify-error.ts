import { fail } from '@recourse/contract';
import type { Failure, FailureOptions } from '@recourse/contract';
import { advice } from '../advice.ts';
import { inDoubt } from '../doubt.ts';
import type { UpstreamRequest } from '../request.ts';
import { UpstreamError, sentences } from './upstream-error.ts';
import { tellApart } from './tell-apart.ts';

/** Turns the end of a request that brought no whole answer into a failure. */
export const classifyError = (thrown: unknown, request: UpstreamRequest): Failure => {
  const error = thrown instanceof UpstreamError ? thrown : new UpstreamError(tellApart(thrown).end, { cause: thrown });
  const { end, code, status, size } = error;
  // The chain of causes is for the log; the caller sees one safe name.
  const cause: FailureOptions = { cause: error, cause_class: code ? `UpstreamError.${code}` : `UpstreamError.${end}` };
  const known = status === undefined ? {} : { http_status: status };
  switch (end) {
    case 'aborted':
      return fail(
        'CALL_CANCELLED',
        {},
        { ...cause, effect: error.sent ? (inDoubt(request).effect ?? 'none') : 'none' },
      );
    case 'timeout':
      return fail('UPSTREAM_TIMEOUT', { ...timeoutOf(request), ...known }, { ...cause, ...inDoubt(request) });
    case 'connect_timeout':
      return fail('UPSTREAM_TIMEOUT', timeoutOf(request), { ...cause, effect: 'none' });
    case 'too_large':
      return fail(
        'VALIDATION_PAYLOAD_TOO_LARGE',
        {
          limit_type: 'response_size',
          limit_value: size?.limit ?? 0,
          actual_value: size?.actual ?? 0,
          unit: 'bytes',
        },
        // The same request would get the same answer again, even if its repetition does no harm.
        { ...cause, ...inDoubt({ ...request, idempotent: false }) },
      );
    case 'dropped':
    case 'unreadable':
      return fail(
        'UPSTREAM_UNAVAILABLE',
        { reason: end, upstream_error: sentences[end], ...known },
        { ...cause, ...inDoubt(request) },
      );
    case 'tls':
      return fail(
        'UPSTREAM_UNAVAILABLE',
        { reason: end, upstream_error: sentences[end] },
        { ...cause, effect: 'none', ...advice.tls },
      );
    default:
      return fail(
        'UPSTREAM_UNAVAILABLE',
        { reason: end, upstream_error: sentences[end] },
        { ...cause, effect: 'none' },
      );
  }
};

const timeoutOf = ({ timeoutMs }: UpstreamRequest) => (timeoutMs === undefined ? {} : { timeout_ms: timeoutMs });
