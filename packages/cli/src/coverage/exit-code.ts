import type { Failure } from '@recourse/contract';
import { exitCodes } from '../command.ts';
import type { ExitCode } from '../command.ts';

/** The codes of a negative verdict: coverage does not hold, or the tests do not pass. */
const doesNotHold: ReadonlySet<string> = new Set([
  'OP_BELOW_THRESHOLD',
  'OP_RATCHET_VIOLATED',
  'OP_DOMAIN_EMPTY',
  'OP_TESTS_FAILED',
]);

/** Whether the failure is a mistake in the caller's arguments. */
const isUsage = ({ code }: Failure): boolean =>
  code.startsWith('INPUT_REJECTED_') || code.startsWith('VALIDATION_') || code === 'OP_MISSING_ARG';

/** The exit status of a failure: coverage does not hold, a wrong call, or not decided. */
export const exitCodeOf = (failure: Failure): ExitCode => {
  if (doesNotHold.has(failure.code)) return exitCodes.findings;
  return isUsage(failure) ? exitCodes.usage : exitCodes.undecided;
};
