import type { Failure, JsonObject } from '@recourse/contract';

/** Why a run has failed. */
export interface RunFailure {
  readonly code: string;
  /** The step, gate, fixer or publication; null if the run itself cannot go on. */
  readonly step: string | null;
  readonly message: string;
  readonly retryable: boolean;
  /** The details of the code, so that a caller who asks later gets the same failure. */
  readonly details?: JsonObject;
  /** A safe name of the error behind it, if there was one. */
  readonly cause_class?: string;
}

/** The recorded facts of a failure. */
export const failureFacts = ({ code, message, retryable, details, cause_class }: Failure) => ({
  code,
  message,
  retryable,
  ...(details && { details }),
  ...(cause_class !== undefined && { cause_class }),
});

export const runFailureOf = (failure: Failure, step: string | null): RunFailure => ({
  ...failureFacts(failure),
  step,
});
