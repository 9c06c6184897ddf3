import { isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { redactText } from '@recourse/engine/redaction';
import { fail, RunError } from '../failing.ts';
import { RunLostError } from '../record/journal.ts';

/** A worker failed for good: the run ends with this failure. */
export class ItemFailedError extends Error {
  override readonly name = 'ItemFailedError';
  readonly worker: string;
  readonly failure: Failure;

  constructor(worker: string, failure: Failure) {
    super(failure.message);
    this.worker = worker;
    this.failure = failure;
  }
}

/** The process stops. Another one continues with the run. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';
}

/** The run is to be cancelled: its execution was cancelled with the means of the executor. */
export class CancelRequestedError extends Error {
  override readonly name = 'CancelRequestedError';
  readonly by: string;

  constructor(by: string) {
    super(`The execution was cancelled in ${by}`);
    this.by = by;
  }
}

/**
 * Whether an error says nothing about the step: the run is another's or cancelled, the store is away, or the
 * process stops.
 */
export const isBeyondStep = (error: unknown): boolean =>
  error instanceof RunLostError ||
  error instanceof StoreUnavailableError ||
  error instanceof StoppingError ||
  error instanceof CancelRequestedError;

const longestReason = 300;

/** Turns an error of a worker into the failure of the run. */
export const failureOfStep = (worker: string, error: unknown): Failure => {
  if (error instanceof RunError) return error.failure;
  if (isFailure(error)) return error;
  const name = error instanceof Error ? error.name : typeof error;
  const reason = error instanceof Error ? redactText(error.message, [], longestReason) : undefined;
  return fail('RUN_STEP_FAILED', { step: worker, ...(reason && { reason }) }, { cause: error, cause_class: name });
};
