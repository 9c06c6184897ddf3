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
}

export const runFailureOf = ({ code, message, retryable, details }: Failure, step: string | null): RunFailure => ({
  code,
  step,
  message,
  retryable,
  ...(details && { details }),
});
