/**
 * Codes that a call can fail with whatever its tool does: it is refused before the tool runs, or ended from outside.
 * Tools do not list them. The instructions of the server do, once.
 */
export const frameworkCodes = [
  'NOT_FOUND_OPERATION',
  'TOOL_GATED',
  'TOOL_NOT_IN_PROFILE',
  'CONFIRMATION_REQUIRED',
  'CONFIRMATION_DENIED',
  'ALREADY_RUNNING',
  'OPERATION_TIMEOUT',
  'INTERNAL_ERROR',
] as const;
