import { profileFormats } from './coverage.ts';
import type { ProfileFormat } from './coverage.ts';

/** Why there is no coverage: a code of the registry, and the details that it declares. */
export type ProfileProblem =
  | { readonly code: 'OP_PROFILE_MISSING'; readonly details: { readonly path: string; readonly found?: string[] } }
  | {
      readonly code: 'OP_PROFILE_INVALID';
      readonly details: {
        readonly path: string;
        readonly reason: string;
        /** From 1. */
        readonly line?: number;
        readonly format?: ProfileFormat;
        readonly supported_formats?: string[];
      };
    };

/** Thrown inside the readers, and caught by `readProfile`: no profile makes it throw. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly line: number | undefined;

  constructor(reason: string, line?: number) {
    super(reason);
    this.line = line;
  }
}

/** The system's code of an error, `ENOENT` and its like. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Our wording for errors of the system or a guard when a file cannot be opened. */
const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'permission to read it was denied',
  ERR_UNSAFE_PATH: 'it is not a regular file inside the project',
};

/** The problem behind an error of a reader or of the system. An error of any other kind is a bug, and thrown again. */
export const invalidProfile = (error: unknown, path: string, format: ProfileFormat | undefined): ProfileProblem => {
  const code = errorCode(error);
  if (!(error instanceof ProfileError) && code === undefined) throw error;
  const line = error instanceof ProfileError ? error.line : undefined;
  return {
    code: 'OP_PROFILE_INVALID',
    details: {
      path,
      reason:
        error instanceof ProfileError ? error.message : (systemReasons[code ?? ''] ?? `it cannot be read (${code})`),
      ...(line !== undefined && { line }),
      ...(format === undefined ? { supported_formats: [...profileFormats] } : { format }),
    },
  };
};

export const isProfileProblem = (result: object): result is ProfileProblem => 'code' in result;
