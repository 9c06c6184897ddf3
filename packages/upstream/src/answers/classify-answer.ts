import { fail } from '@recourse/contract';
import type { Failure, FailureOptions } from '@recourse/contract';
import type { UpstreamCode } from '../codes.ts';
import { inDoubt } from '../doubt.ts';
import type { UpstreamRequest } from '../request.ts';
import type { UpstreamAnswer } from './answer.ts';
import { readRateLimit } from './rate-limit.ts';
import { readRetryAfterMs } from './retry-after.ts';
import { readSaid } from './said.ts';
import type { Said } from './said.ts';

/**
 * The code of a status. It is MCP-AQL's table with its gaps closed: there, whatever is neither 400 to 404 nor 422 is
 * an invalid type or an internal error. What a status does not decide, headers do (`isLimited`).
 */
export const codeOfStatus = (status: number, request: UpstreamRequest): UpstreamCode => {
  switch (status) {
    case 401:
    case 402:
    case 403:
    case 407:
    case 451:
    case 511:
      return 'PERMISSION_DENIED';
    case 404:
    case 410:
      return 'NOT_FOUND_RESOURCE';
    case 408:
    case 504:
      return 'UPSTREAM_TIMEOUT';
    case 409:
      return request.method.toUpperCase() === 'POST' ? 'CONFLICT_ALREADY_EXISTS' : 'CONFLICT_VERSION_MISMATCH';
    case 412:
      return 'CONFLICT_VERSION_MISMATCH';
    case 423:
    case 425:
      return 'UPSTREAM_UNAVAILABLE';
    case 429:
      return 'RATE_LIMIT_EXCEEDED';
    default:
      // What is no failure at all was not expected, and is no fault of the arguments either.
      return status >= 400 && status < 500 ? 'VALIDATION_UPSTREAM_REJECTED' : 'UPSTREAM_UNAVAILABLE';
  }
};

/** Whether an answer is the refusal of a limit: by its status, or a 403 whose headers say when to come back. */
export const isLimited = ({ status, headers }: UpstreamAnswer): boolean =>
  status === 429 ||
  (status === 403 && (Boolean(headers.get('retry-after')) || readRateLimit(headers, 0).remaining === 0));

/** Turns an answer that is no success into a failure: by status and headers, never by what its sentences say. */
export const classifyAnswer = (answer: UpstreamAnswer, request: UpstreamRequest, now = Date.now()): Failure => {
  const said = readSaid(answer);
  if (isLimited(answer)) return limited(answer, said, now);
  const code = codeOfStatus(answer.status, request);
  const { type, id } = request.resource ?? {};
  switch (code) {
    case 'PERMISSION_DENIED':
      return fail(code, { ...said, ...(said.upstream_error && { reason: said.upstream_error }) });
    case 'NOT_FOUND_RESOURCE':
    case 'CONFLICT_ALREADY_EXISTS':
      return fail(code, { ...said, ...(type && { resource_type: type }), ...(id && { resource_id: id }) });
    case 'CONFLICT_VERSION_MISMATCH':
      return fail(code, { ...said, ...(id && { resource_id: id }) });
    case 'UPSTREAM_TIMEOUT':
      return fail(code, said, inDoubt(request));
    case 'UPSTREAM_UNAVAILABLE':
      return unavailable(answer, said, request, now);
    default:
      return fail('VALIDATION_UPSTREAM_REJECTED', said);
  }
};

const limited = ({ headers }: UpstreamAnswer, said: Said, now: number): Failure => {
  const { limit, remaining, resetsAt, name } = readRateLimit(headers, now);
  const spent = remaining === 0 && resetsAt !== undefined ? Math.max(0, resetsAt - now) : undefined;
  const waitMs = readRetryAfterMs(headers, now) ?? spent;
  return fail('RATE_LIMIT_EXCEEDED', {
    limit,
    remaining,
    ...(resetsAt !== undefined && { resets_at: new Date(resetsAt).toISOString() }),
    ...(waitMs !== undefined && { retry_after_seconds: Math.ceil(waitMs / 1000) }),
    ...(name !== undefined && { limit_name: name }),
    ...said,
  });
};

const unavailable = (answer: UpstreamAnswer, said: Said, request: UpstreamRequest, now: number): Failure => {
  const { status, headers } = answer;
  const waitMs = readRetryAfterMs(headers, now);
  const redirected = status >= 300 && status < 400;
  const details = {
    reason: redirected ? ('redirected' as const) : status < 300 ? ('unreadable' as const) : ('answered' as const),
    ...said,
    ...(waitMs !== undefined && { retry_after_seconds: Math.ceil(waitMs / 1000) }),
  };
  return fail('UPSTREAM_UNAVAILABLE', details, optionsOf(status, request));
};

/** Statuses below 500 and 501 are refusals: nothing was done. Only some of them pass with time. */
const optionsOf = (status: number, request: UpstreamRequest): FailureOptions => {
  if (status === 423 || status === 425) return { effect: 'none' };
  if (status === 501 || (status >= 300 && status < 400)) return { effect: 'none', retryable: false };
  return inDoubt(request);
};
