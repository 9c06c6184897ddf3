import { coreRegistry, fail } from '@recourse/contract';
import type { Effect, Failure } from '@recourse/contract';

/**
 * The core codes that can be inferred: errors that need no detail which words seldom give, and none that would make
 * the client act on a token, a key or a state that an ordinary server does not have.
 */
export const inferableCodes = [
  'VALIDATION_UPSTREAM_REJECTED',
  'VALIDATION_INVALID_TYPE',
  'VALIDATION_MISSING_PARAM',
  'VALIDATION_INVALID_VALUE',
  'VALIDATION_INVALID_ENUM',
  'VALIDATION_UNKNOWN_PARAM',
  'VALIDATION_PAYLOAD_TOO_LARGE',
  'VALIDATION_UNSAFE_PATH',
  'NOT_FOUND_OPERATION',
  'NOT_FOUND_RESOURCE',
  'PERMISSION_DENIED',
  'CONFIRMATION_DENIED',
  'RATE_LIMIT_EXCEEDED',
  'RATE_LIMIT_QUOTA_EXHAUSTED',
  'CONFLICT_ALREADY_EXISTS',
  'CONFLICT_VERSION_MISMATCH',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
] as const;

export const isInferable = (code: string): boolean => inferableCodes.some((known) => known === code);

interface Known {
  readonly message: string;
  readonly effect: Effect;
  readonly retryAfterMs: number | undefined;
}

/** The failure of an inferred code. Its message is the server's own; its details stay empty, as nothing is invented. */
export const failInferred = (code: string, { message, effect, retryAfterMs }: Known): Failure => {
  const row = coreRegistry.find(code, null);
  const like = fail('VALIDATION_UPSTREAM_REJECTED', {}, { effect, ...(message !== '' && { message }) });
  if (!row) return like;
  const { details: _, ...rest } = like;
  return {
    ...rest,
    code,
    summary: [row.summary].flat()[0] ?? like.summary,
    category: row.category,
    recovery: row.recovery,
    retryable: row.retryable,
    http: row.http,
    hint: hints[row.recovery] ?? 'Read what the server said, and act accordingly.',
    ...(retryAfterMs !== undefined && row.retryable && { retry_after_ms: retryAfterMs }),
  };
};

/** The hints of a code speak of its details, and there are none. */
const hints: Readonly<Partial<Record<string, string>>> = {
  fix_input: 'Change the arguments as the message says.',
  discover: 'Look up which names exist, and use one of those.',
  authorize: 'Make a call that is allowed, or ask a person for permission.',
  retry: 'Repeat a read later; check whether a write took effect before you repeat it.',
  wait: 'Repeat a read later; check whether a write took effect before you repeat it.',
};
