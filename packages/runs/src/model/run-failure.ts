import type { Failure } from '@recourse/contract';

/** Why a run has failed. */
export interface RunFailure {
  readonly code: string;
  /** The step, gate, fixer or publication; null if the run itself cannot go on. */
  readonly step: string | null;
  readonly message: string;
  readonly retryable: boolean;
}

export const runFailureOf = ({ code, message, retryable }: Failure, step: string | null): RunFailure => ({
  code,
  step,
  message,
  retryable,
});
