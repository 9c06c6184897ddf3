import type { FailureOptions, JsonObject } from '@recourse/contract';
import type { UpstreamCode } from '../codes.ts';
import { advice } from '../advice.ts';
import { inDoubt } from '../doubt.ts';
import type { UpstreamRequest } from '../request.ts';
import type { UpstreamAnswer } from './answer.ts';
import { codeOfStatus, isLimited } from './code-of-status.ts';
import { readMissingScope } from './missing-scope.ts';
import { readRateLimit } from './rate-limit.ts';
import { readRetryAfterMs } from './retry-after.ts';
import { readSaid } from './said.ts';
import type { Said } from './said.ts';
import { hideNothing } from './secret-hider.ts';
import type { Hide } from './secret-hider.ts';

/** The facts about an answer that is not a success, before it becomes a failure. */
export interface Told {
  /** By the table of statuses. */
  readonly code: UpstreamCode;
  /** The details of that code. */
  readonly details: JsonObject;
  /** Limits according to the headers, for codes that the table did not choose. */
  readonly limits: JsonObject;
  readonly said: Said;
  /** The effect and the retry advice, which do not depend on the code. */
  readonly options: FailureOptions;
}

export interface TellOptions {
  readonly now: number;
  /** Takes secrets out of whatever the upstream said. */
  readonly hide?: Hide;
}

/** Tells by status and headers what an answer means, never by what its sentences say. */
export const tellAnswer = (answer: UpstreamAnswer, request: UpstreamRequest, options: TellOptions): Told => {
  const { now, hide = hideNothing } = options;
  const said = readSaid(answer, hide);
  const stated = limitDetails(answer, now, hide);
  const isSpent = isLimited(answer);
  const limits = isSpent ? { ...impliedDetails(stated, now), ...stated } : stated;
  if (isSpent)
    return { code: 'RATE_LIMIT_EXCEEDED', details: { ...limits, ...said }, limits, said, options: { effect: 'none' } };
  const code = codeOfStatus(answer.status, request);
  const details = {
    ...ownDetails(code, answer, request, now),
    ...(code === 'PERMISSION_DENIED' && why(answer, said, hide)),
    ...said,
  };
  return { code, details, limits, said, options: optionsOf(code, answer, request) };
};

/** Why access is denied: in the upstream's words, and which scope would be needed, as far as it says so. */
const why = ({ headers }: UpstreamAnswer, { upstream_error: reason }: Said, hide: Hide): JsonObject => {
  const scope = readMissingScope(headers);
  return { ...(reason && { reason }), ...(scope !== undefined && { required_scope: hide(scope) }) };
};

/** The state of the limit. The wait is what the upstream asks for, or the time until an exhausted limit resets. */
const limitDetails = ({ headers }: UpstreamAnswer, now: number, hide: Hide): JsonObject => {
  const { limit, remaining, resetsAt, name, window } = readRateLimit(headers, now);
  const spent = remaining === 0 && resetsAt !== undefined ? Math.max(0, resetsAt - now) : undefined;
  const waitMs = readRetryAfterMs(headers, now) ?? spent;
  return {
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(window && { window }),
    ...(resetsAt !== undefined && { resets_at: new Date(resetsAt).toISOString() }),
    ...(waitMs !== undefined && { retry_after_seconds: Math.ceil(waitMs / 1000) }),
    ...(name !== undefined && { limit_name: hide(name) }),
  };
};

/** A refusal implies that nothing is left until the upstream accepts calls again. */
const impliedDetails = ({ retry_after_seconds: seconds }: JsonObject, now: number): JsonObject => ({
  remaining: 0,
  ...(typeof seconds === 'number' && { resets_at: new Date(now + seconds * 1000).toISOString() }),
});

const ownDetails = (code: UpstreamCode, answer: UpstreamAnswer, request: UpstreamRequest, now: number): JsonObject => {
  const { type, id } = request.resource ?? {};
  const resource = { ...(type && { resource_type: type }), ...(id && { resource_id: id }) };
  switch (code) {
    case 'NOT_FOUND_RESOURCE':
    case 'CONFLICT_ALREADY_EXISTS':
    case 'CONFLICT_VERSION_MISMATCH':
      return resource;
    case 'VALIDATION_PAYLOAD_TOO_LARGE':
      // How much is too much, the upstream keeps to itself.
      return { limit_type: 'request_size', unit: 'bytes' };
    case 'UPSTREAM_UNAVAILABLE':
      return unavailable(answer, now);
    default:
      return {};
  }
};

const unavailable = ({ status, headers }: UpstreamAnswer, now: number): JsonObject => {
  const waitMs = readRetryAfterMs(headers, now);
  return {
    reason: isRedirect(status) ? 'redirected' : status < 300 ? 'unreadable' : 'answered',
    ...(waitMs !== undefined && { retry_after_seconds: Math.ceil(waitMs / 1000) }),
  };
};

/** A code that names its refusal, a status below 500 and 501: nothing was done. Only some of them pass with time. */
const optionsOf = (code: UpstreamCode, { status }: UpstreamAnswer, request: UpstreamRequest): FailureOptions => {
  if (code === 'UPSTREAM_TIMEOUT') return inDoubt(request);
  if (status === 451) return { effect: 'none', ...advice.legal };
  if (code !== 'UPSTREAM_UNAVAILABLE' || status === 423 || status === 425) return { effect: 'none' };
  if (status === 501) return { effect: 'none', ...advice.unsupported };
  return isRedirect(status) ? { effect: 'none', ...advice.redirected } : inDoubt(request);
};

const isRedirect = (status: number): boolean => status >= 300 && status < 400;
