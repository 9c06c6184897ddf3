import type { ExitCode } from '../command.ts';
import type { OperatorCode } from './operator-codes.ts';
import { OperatorError } from './operator-error.ts';

/** An error as it is printed, on stderr and with --json. */
export interface ErrorDescription {
  readonly code: OperatorCode;
  readonly message: string;
  readonly hint: string;
  readonly exit: ExitCode;
}

/** Describes an operator's error. */
export const describeOperatorError = ({ code, message, hint, exit }: OperatorError): ErrorDescription => ({
  code,
  message,
  hint,
  exit,
});

/** Describes an unexpected error. */
export const describeBug = (error: unknown): ErrorDescription =>
  describeOperatorError(new OperatorError('BUG', error instanceof Error ? error.message : String(error)));

/** The lines for people. */
export const errorText = ({ code, message, hint }: ErrorDescription): string =>
  [`recourse: ${message}`, `  code  ${code}`, `  hint  ${hint.replaceAll('\n', '\n        ')}`].join('\n');

/** The document for programs, in one line, so that it can follow lines of JSON that were written before. */
export const errorJson = ({ code, message, hint, exit }: ErrorDescription): string =>
  JSON.stringify({ ok: false, code, message, hint, exit_code: exit });
