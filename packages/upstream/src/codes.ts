import type { CoreCode } from '@recourse/contract';

/** Every code that an upstream's answer, or the lack of one, can become. A tool that asks an upstream declares them. */
export const upstreamCodes = [
  'NOT_FOUND_RESOURCE',
  'PERMISSION_DENIED',
  'RATE_LIMIT_EXCEEDED',
  'VALIDATION_UPSTREAM_REJECTED',
  'VALIDATION_PAYLOAD_TOO_LARGE',
  'CONFLICT_ALREADY_EXISTS',
  'CONFLICT_VERSION_MISMATCH',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'CALL_CANCELLED',
] as const satisfies readonly CoreCode[];
export type UpstreamCode = (typeof upstreamCodes)[number];
