import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { RunError } from '@recourse/runs';

/** Answers a failure of the run engine with its code. Any other error is a bug and is thrown on. */
export const answering = async <Value>(
  call: { readonly correlation_id: string },
  handle: () => Promise<Value>,
): Promise<Value | Failure> => {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return changeFailure(error.failure, { correlation_id: call.correlation_id });
  }
};
