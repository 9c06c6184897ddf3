import { exitCodes } from '../command.ts';
import type { ExitCode } from '../command.ts';
import { operatorCodes } from './operator-codes.ts';
import type { OperatorCode, OperatorCodeRow } from './operator-codes.ts';

export interface OperatorErrorOptions {
  /** What to do about this very error; defaults to the hint of its code. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** An error that the person at the terminal can fix: shown with its code and what to do. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  readonly code: OperatorCode;
  readonly hint: string;
  /** Whether the hint is about this very error rather than its code. */
  readonly hasOwnHint: boolean;

  constructor(code: OperatorCode, message: string, { hint, cause }: OperatorErrorOptions = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.hint = hint ?? operatorCodes[code].hint;
    this.hasOwnHint = hint !== undefined;
  }

  /** The exit status of a command that ends with this error. */
  get exit(): ExitCode {
    const { exit = 'usage' }: OperatorCodeRow = operatorCodes[this.code];
    return exitCodes[exit];
  }
}

/** A wrong command line. Unless a hint is given, the caller of the command adds one that names its help. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError';

  constructor(message: string, options: OperatorErrorOptions = {}) {
    super('COMMAND_LINE_INVALID', message, options);
  }
}
