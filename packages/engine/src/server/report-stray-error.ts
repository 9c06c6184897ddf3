import { quietly } from '@recourse/contract/quietly';
import { currentCall } from '../call/call-context.ts';
import { describeCause } from '../stages/record/describe-cause.ts';
import type { LoggedCause } from '../stages/record/logger.ts';

/** An error outside the control flow of any call, with the call that caused it, if known. */
export interface StrayError {
  readonly correlation_id?: string;
  readonly tool?: string;
  /** With secrets masked. */
  readonly cause: LoggedCause;
  /** Whether a logger recorded it. */
  readonly logged: boolean;
}

/** Attributes an error that reached the process to the call whose handler left it behind, and logs it there. */
export const reportStrayError = (thrown: unknown): StrayError => {
  const call = currentCall();
  const cause = describeCause(thrown);
  if (!call) return { cause, logged: false };
  const { correlation_id, tool } = call;
  return { correlation_id, tool, cause, logged: quietly(() => call.state.onStrayError?.(call, thrown)) === true };
};
