/** Returns the result of a step, or undefined if the system refuses it. */
export const attempt = <Result>(step: () => Result): Result | undefined => {
  try {
    return step();
  } catch (error) {
    // A name with a NUL is refused before the system sees it.
    if (isSystemError(error) || hasCode(error, 'ERR_INVALID_ARG_VALUE')) return undefined;
    throw error;
  }
};

export const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
