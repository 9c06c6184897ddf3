import type { UpstreamCode } from '../codes.ts';
import type { UpstreamRequest } from '../request.ts';
import type { UpstreamAnswer } from './answer.ts';
import { readRateLimit } from './rate-limit.ts';

/**
 * Returns the code of a status. Closes the gaps of MCP-AQL's table, which treats every status other than 400 to 404 and
 * 422 as an invalid type or an internal error. Headers decide where the status alone does not (`isLimited`).
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
      return codeOfConflict(request.method.toUpperCase());
    case 412:
      return 'CONFLICT_VERSION_MISMATCH';
    case 413:
      return 'VALIDATION_PAYLOAD_TOO_LARGE';
    case 423:
    case 425:
      return 'UPSTREAM_UNAVAILABLE';
    case 429:
      return 'RATE_LIMIT_EXCEEDED';
    default:
      // A status that does not mean failure is unexpected here, but not the fault of the arguments either.
      return status >= 400 && status < 500 ? 'VALIDATION_UPSTREAM_REJECTED' : 'UPSTREAM_UNAVAILABLE';
  }
};

/** A read changes nothing, so it neither finds a copy of itself nor holds an old version. */
const codeOfConflict = (method: string): UpstreamCode => {
  if (method === 'GET' || method === 'HEAD') return 'VALIDATION_UPSTREAM_REJECTED';
  return method === 'POST' ? 'CONFLICT_ALREADY_EXISTS' : 'CONFLICT_VERSION_MISMATCH';
};

/** Whether an answer is the refusal of a limit: by its status, or a 403 whose headers say when to come back. */
export const isLimited = ({ status, headers }: UpstreamAnswer): boolean =>
  status === 429 ||
  (status === 403 && (Boolean(headers.get('retry-after')) || readRateLimit(headers, 0).remaining === 0));
