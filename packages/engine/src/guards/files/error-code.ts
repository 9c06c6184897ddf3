/** The system's code of an error, `ENOENT` and its like; undefined for any other. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
