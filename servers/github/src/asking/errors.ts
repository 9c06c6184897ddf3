/** The errors of a tool that reads from GitHub. */
export const readErrors = [
  'NOT_FOUND_RESOURCE',
  'PERMISSION_DENIED',
  'RATE_LIMIT_EXCEEDED',
  'VALIDATION_UPSTREAM_REJECTED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'VALIDATION_PAYLOAD_TOO_LARGE',
] as const;

/** The errors of a tool that writes to GitHub. */
export const writeErrors = [...readErrors, 'CONFLICT_VERSION_MISMATCH', 'CONFLICT_ALREADY_EXISTS'] as const;
