import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
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

/** Says that no call was made, and why: the server is not there, wants a key, or the caller took it back. */
export const unreachable = (error: unknown, { target, tool, json, io, isCancelled }: Unreachable): ExitCode => {
  const cause = error instanceof ConnectError ? error.cause : error;
  const wantsKey = isRefused(cause) || /^HTTP 40[13]\b|unauthori[sz]ed/i.test(reasonOf(cause));
  const [end, exit] = isCancelled
    ? (['cancelled', exitCodes.cancelled] as const)
    : wantsKey
      ? (['needs_person', exitCodes.needsPerson] as const)
      : (['gave_up_server', exitCodes.gaveUp] as const);
  const why = isCancelled ? 'the caller took it back' : visible(causeWords(cause));
  if (json) {
    const facts = {
      ok: false,
      server: target.shown,
      tool,
      end,
      why,
      exit_code: exit,
      in_doubt: false,
      calls: 0,
      steps: [],
    };
    io.out(safeJson(facts));
  }
  io.err(
    `recourse: ${isCancelled ? 'Taken back' : `'${visible(target.shown)}' cannot be called: ${why}`}. Nothing was called.`,
  );
  if (wantsKey) io.err('Put a key into an environment variable, and name that with --bearer.');
  if (error instanceof ConnectError && error.said !== '' && !isCancelled)
    io.err(
      error.said
        .trimEnd()
        .split('\n')
        .slice(-10)
        .map((line) => `  ${visible(line)}`)
        .join('\n'),
    );
  return exit;
};

/** Whether a client over HTTP was not let in. */
const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && (error.status === 401 || error.status === 403);

/** Fetch says only that it failed; what failed is its cause. */
const causeWords = (error: unknown): string => {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError) return causeWords(cause.errors[0]);
  return cause instanceof Error ? causeWords(cause) : reasonOf(error);
};
