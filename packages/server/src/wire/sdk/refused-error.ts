import { ProtocolError } from '@modelcontextprotocol/server';
import { fromUnknown } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { isInstance } from '@recourse/contract/thrown';
import { completeError } from '../../edge/complete-error.ts';
import { failureError } from '../../rpc/messages.ts';
import { rpcErrors } from '../../rpc/protocol.ts';

/** An error with a failure in its data: a handler throws it, and the SDK sends it. */
export class RefusedError extends ProtocolError {
  readonly failure: Failure;

  constructor(failure: Failure, number: number = rpcErrors.params, prescribed?: JsonObject) {
    const { message, data } = failureError(number, failure, prescribed);
    super(number, message, data);
    this.failure = failure;
  }
}

/** The error to send for anything that a handler threw, and the failure to record; none for an error with a code. */
export const errorOf = (thrown: unknown): { readonly error: ProtocolError; readonly failure?: Failure } => {
  if (isInstance(thrown, RefusedError)) return { error: thrown, failure: thrown.failure };
  if (!isInstance(thrown, ProtocolError)) {
    const failure = fromUnknown(thrown);
    return { error: new RefusedError(failure, rpcErrors.internal), failure };
  }
  const { error, failure } = completeError({ code: thrown.code, message: thrown.message, data: thrown.data });
  return failure ? { error: new ProtocolError(error.code, error.message, error.data), failure } : { error: thrown };
};
