/** The codes of refusals, by short names for tables. */
export const flag = 'INPUT_REJECTED_DANGEROUS_FLAG';
export const shell = 'INPUT_REJECTED_SHELL_METACHAR';
export const control = 'INPUT_REJECTED_CONTROL_CHARS';
export const scope = 'INPUT_REJECTED_PATH_SCOPE';
export const other = 'INPUT_REJECTED_OTHER';
export const pattern = 'INPUT_REJECTED_INVALID_RUN_PATTERN';
export const tags = 'INPUT_REJECTED_INVALID_TAGS';
export const timeout = 'INPUT_REJECTED_INVALID_TIMEOUT';
export const invalidPath = 'OP_INVALID_PATH';
