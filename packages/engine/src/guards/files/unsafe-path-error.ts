import { errorCode } from './error-code.ts';

/** Thrown at the use of a path that has changed since it was checked. Nothing was read or written. */
export class UnsafePathError extends Error {
  override readonly name = 'UnsafePathError';
  readonly code = 'ERR_UNSAFE_PATH';
}

/** Names the caller's path: system errors name the resolved path, which does not help the caller. */
export const describeFileError = (error: unknown, relative: string): Error => {
  if (error instanceof UnsafePathError) return error;
  const code = errorCode(error);
  if (code === 'ELOOP') return new UnsafePathError(`'${relative}' has become a link`);
  if (code === 'ENOTDIR') return new UnsafePathError(`A folder in the path '${relative}' is no longer a folder`);
  if (code === undefined) return error instanceof Error ? error : new Error(`'${relative}' cannot be used`);
  return Object.assign(new Error(`${code}: '${relative}'`), { code });
};
