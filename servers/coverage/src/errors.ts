/** What reading the policy and a profile can be refused with. */
const readErrors = [
  'INPUT_REJECTED_OTHER',
  'OP_CONFIG_MISSING',
  'OP_CONFIG_INVALID',
  'OP_PROFILE_MISSING',
  'OP_PROFILE_INVALID',
  'OP_PROFILE_STALE',
  'OP_DOMAIN_UNKNOWN',
  'OP_DOMAIN_EMPTY',
  'OP_NOTHING_MEASURED',
  'OP_HISTORY_INVALID',
  'OP_MODE_FORBIDDEN',
] as const;

/** What a verdict ends in that is no pass. */
const verdictErrors = ['OP_BELOW_THRESHOLD', 'OP_RATCHET_VIOLATED', 'OP_REF_UNKNOWN'] as const;

/** What a run of the tests can be refused with, and how it can end. */
const runErrors = [
  'INPUT_REJECTED_DANGEROUS_FLAG',
  'INPUT_REJECTED_SHELL_METACHAR',
  'INPUT_REJECTED_CONTROL_CHARS',
  'INPUT_REJECTED_INVALID_TAGS',
  'INPUT_REJECTED_INVALID_TIMEOUT',
  'INPUT_REJECTED_INVALID_RUN_PATTERN',
  'INPUT_REJECTED_PATH_SCOPE',
  'OP_TESTS_FAILED',
  'OP_BUILD_FAILED',
  'OP_RUNNER_MISSING',
  'OP_DETECT_FAILED',
  'OP_MODULE_ROOT_MISSING',
  'OP_TIMEOUT',
  'OP_CANCELLED',
] as const;

const writeErrors = ['OP_FILE_WRITE_FAILED', 'OP_INVALID_PATH'] as const;

export const checkErrors = [...verdictErrors, ...runErrors, ...readErrors] as const;
export const debtErrors = readErrors;
export const suggestErrors = [...readErrors, ...writeErrors] as const;
export const compareErrors = readErrors;
export const reportErrors = [...verdictErrors, ...readErrors, ...writeErrors] as const;
export const recordErrors = [...runErrors, ...readErrors, ...writeErrors] as const;
export const badgeErrors = [...readErrors, ...writeErrors] as const;
export const initErrors = [
  'OP_CONFIG_EXISTS',
  'OP_DETECT_FAILED',
  'OP_MODULE_ROOT_MISSING',
  'OP_MODE_FORBIDDEN',
  ...writeErrors,
] as const;
export const commentErrors = [
  ...readErrors,
  'OP_MISSING_ARG',
  'OP_PROVIDER_UNSUPPORTED',
  'OP_PROVIDER_REFUSED',
  'OP_PROVIDER_ERROR',
  'OP_PULL_REQUEST_NOT_FOUND',
  'OP_UNAUTHENTICATED',
  'OP_RATE_LIMITED',
] as const;
