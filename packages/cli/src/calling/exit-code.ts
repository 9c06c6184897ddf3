import type { End } from '@recourse/client';
import { exitCodes } from '../command.ts';
import type { ExitCode } from '../command.ts';

/** One code for each class of ends, so that a script can decide without reading anything. */
export const exitCodeOf: Readonly<Record<End, ExitCode>> = {
  succeeded: exitCodes.clean,
  verified: exitCodes.clean,
  handed_over: exitCodes.findings,
  in_doubt: exitCodes.undecided,
  needs_person: exitCodes.needsPerson,
  denied: exitCodes.denied,
  gave_up_attempts: exitCodes.gaveUp,
  gave_up_deadline: exitCodes.gaveUp,
  gave_up_loop: exitCodes.gaveUp,
  gave_up_server: exitCodes.gaveUp,
  cancelled: exitCodes.cancelled,
};
