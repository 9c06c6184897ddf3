import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { LaunchFailedError, LaunchTimeoutError, SingleInstanceError } from '../apps/launch-errors.ts';
import { CdpClosedError, CdpTimeoutError } from '../cdp/cdp-errors.ts';
import { fail, StageError } from '../failing.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';

/** Answers the errors of apps and connections with their codes. Any other error is a bug and is thrown on. */
export const answering = async <Value>(
  call: { readonly correlation_id: string },
  handle: () => Promise<Value>,
): Promise<Value | Failure> => {
  try {
    return await handle();
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    return changeFailure(failure, { correlation_id: call.correlation_id });
  }
};

/** The failure of an error of an app, a connection or an argument; undefined for any other error, which is a bug. */
export const failureOf = (error: unknown): Failure | undefined => {
  if (error instanceof StageError) return error.failure;
  if (error instanceof BadArgumentError)
    return fail('BAD_ARGUMENT', { argument: error.argument, reason: error.reason }, { effect: 'none' });
  if (error instanceof CdpTimeoutError)
    return fail('CDP_TIMEOUT', { method: error.method, timeout_ms: error.timeoutMs });
  if (error instanceof CdpClosedError) return fail('CDP_DISCONNECTED', { reason: error.reason });
  if (error instanceof LaunchTimeoutError)
    return fail('LAUNCH_TIMEOUT', { timeout_ms: error.timeoutMs, output_tail: error.outputTail }, { effect: 'none' });
  if (error instanceof LaunchFailedError) {
    const { exitCode, signal } = error.exit ?? {};
    const details = {
      reason: error.message,
      output_tail: error.outputTail,
      ...(exitCode !== undefined && { exit_code: exitCode }),
      ...(signal !== undefined && { signal }),
    };
    return fail('LAUNCH_FAILED', details, { effect: 'none' });
  }
  if (error instanceof SingleInstanceError)
    return fail('SINGLE_INSTANCE_LOCK', error.pid === undefined ? {} : { pid: error.pid }, { effect: 'none' });
  return undefined;
};
