import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { describeOperatorError, errorText } from '../errors/describe-error.ts';
import type { OperatorCode } from '../errors/operator-codes.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { toOperatorError } from '../errors/to-operator-error.ts';
import { reasonOf } from '../registries/read-json.ts';
import { visible } from '../terminal/visible.ts';
import { ConnectError } from './connection.ts';
import { safeJson } from './hidden.ts';
import type { Target } from './target.ts';

export interface Unreachable {
  readonly target: Target;
  readonly tool: string | undefined;
  readonly json: boolean;
  readonly io: Io;
  readonly isCancelled: boolean;
}

/** Says that no call was made, and why: the server cannot be reached, wants a key, or the caller cancelled. */
export const unreachable = (error: unknown, { target, tool, json, io, isCancelled }: Unreachable): ExitCode => {
  const cause = error instanceof ConnectError ? error.cause : error;
  const shown = visible(target.shown);
  const facts = { server: target.shown, tool, in_doubt: false, calls: 0, steps: [] };
  if (isCancelled) {
    const why = 'the caller cancelled';
    if (json) io.out(safeJson({ ok: false, ...facts, end: 'cancelled', why, exit_code: exitCodes.cancelled }));
    io.err('recourse: Cancelled. No call was made.');
    return exitCodes.cancelled;
  }
  const why = visible(causeWords(cause));
  const wantsKey = isRefused(cause) || /^HTTP 40[13]\b|unauthori[sz]ed/i.test(why);
  const [end, exit] = wantsKey
    ? (['needs_person', exitCodes.needsPerson] as const)
    : (['gave_up_server', exitCodes.gaveUp] as const);
  const failed = new OperatorError(
    wantsKey ? 'KEY_REFUSED' : codeOf(cause),
    `'${shown}' cannot be called: ${why}. No call was made.`,
  );
  const { code, message, hint } = failed;
  if (json) io.out(safeJson({ ok: false, ...facts, end, why, exit_code: exit, code, message, hint }));
  io.err(errorText(describeOperatorError(failed)));
  if (error instanceof ConnectError && error.said !== '') {
    const lines = error.said.trimEnd().split('\n').slice(-10);
    io.err(lines.map((line) => `  ${visible(line)}`).join('\n'));
  }
  return exit;
};

/** Whether a client over HTTP was not let in. */
const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && (error.status === 401 || error.status === 403);

/** The innermost cause: fetch only says that it failed. */
const innermost = (error: unknown): unknown => {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError) return innermost(cause.errors[0]);
  return cause instanceof Error ? innermost(cause) : error;
};

const causeWords = (error: unknown): string => reasonOf(innermost(error)).replace(/\.$/u, '');

const codeOf = (error: unknown): OperatorCode => {
  const code = toOperatorError(innermost(error))?.code;
  return code === undefined || code === 'HOST_UNREACHABLE' ? 'SERVER_UNREACHABLE' : code;
};
