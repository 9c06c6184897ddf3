/** Codes of reading the policy and a profile. */
const readErrors = [
  'OP_CONFIG_MISSING',
  'OP_CONFIG_INVALID',
  'OP_PROFILE_MISSING',
  'OP_PROFILE_INVALID',
  'OP_PROFILE_STALE',
  'OP_PROFILE_UNATTESTED',
  'OP_NOTHING_MEASURED',
] as const;

/** Codes of planning and running the tests. */
const runErrors = [
  'INPUT_REJECTED_DANGEROUS_FLAG',
  'INPUT_REJECTED_SHELL_METACHAR',
  'INPUT_REJECTED_CONTROL_CHARS',
  'INPUT_REJECTED_INVALID_TAGS',
  'INPUT_REJECTED_INVALID_TIMEOUT',
  'INPUT_REJECTED_INVALID_RUN_PATTERN',
  'INPUT_REJECTED_PATH_SCOPE',
  'INPUT_REJECTED_OTHER',
  'OP_TESTS_FAILED',
  'OP_BUILD_FAILED',
  'OP_RUNNER_MISSING',
  'OP_DETECT_FAILED',
  'OP_MODULE_ROOT_MISSING',
  'OP_TIMEOUT',
  'OP_CANCELLED',
] as const;

const writeErrors = ['OP_FILE_WRITE_FAILED', 'OP_INVALID_PATH'] as const;

/** The handler refuses a cursor that belongs to another call, or has control characters. */
const pagedErrors = ['INPUT_REJECTED_OTHER', 'INPUT_REJECTED_CONTROL_CHARS', ...readErrors] as const;

export const checkErrors = [
  'OP_BELOW_THRESHOLD',
  'OP_RATCHET_VIOLATED',
  'OP_DOMAIN_EMPTY',
  'OP_DOMAIN_UNKNOWN',
  'OP_REF_UNKNOWN',
  'OP_HISTORY_INVALID',
  'OP_INVALID_PATH',
  ...runErrors,
  ...readErrors,
] as const;
export const debtErrors = pagedErrors;
export const compareErrors = pagedErrors;
export const suggestErrors = ['OP_MODE_FORBIDDEN', ...readErrors, ...writeErrors] as const;
export const reportErrors = ['OP_DOMAIN_UNKNOWN', 'OP_REF_UNKNOWN', ...pagedErrors, ...writeErrors] as const;
export const recordErrors = [
  'OP_MODE_FORBIDDEN',
  'OP_DOMAIN_UNKNOWN',
  'OP_HISTORY_INVALID',
  ...runErrors,
  ...readErrors,
  ...writeErrors,
] as const;
export const badgeErrors = ['INPUT_REJECTED_CONTROL_CHARS', ...readErrors, ...writeErrors] as const;
export const initErrors = [
  'OP_CONFIG_EXISTS',
  'OP_DETECT_FAILED',
  'OP_MODULE_ROOT_MISSING',
  'OP_MODE_FORBIDDEN',
  ...writeErrors,
] as const;
export const commentErrors = [
  'OP_MODE_FORBIDDEN',
  'OP_MISSING_ARG',
  'OP_REF_UNKNOWN',
  'OP_PROVIDER_UNSUPPORTED',
  'OP_PROVIDER_REFUSED',
  'OP_PROVIDER_ERROR',
  'OP_PULL_REQUEST_NOT_FOUND',
  'OP_UNAUTHENTICATED',
  'OP_RATE_LIMITED',
  ...readErrors,
] as const;
