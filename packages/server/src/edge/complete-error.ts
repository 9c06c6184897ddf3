import { fail, isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import { failureError } from '../rpc/messages.ts';
import type { RpcError } from '../rpc/messages.ts';
import { rpcErrors } from '../rpc/protocol.ts';

/** An error of the SDK with the failure that it stands for. */
export interface CompletedError {
  readonly error: RpcError;
  /** Undefined if the error had a code already. */
  readonly failure?: Failure;
}

/**
 * Adds the contract's code to an error that the SDK wrote. The doors refuse what they know to be wrong before the SDK
 * sees it; this is for everything else, so that no error leaves without a code.
 */
export const completeError = (error: RpcError, status?: number): CompletedError => {
  const { data } = error;
  if (isJsonObject(data) && typeof data['code'] === 'string') return { error };
  const failure = failureOf(error, status);
  const completed = failureError(error.code, failure, isJsonObject(data) ? data : undefined);
  return { error: completed, failure };
};

const longestReason = 300;

const failureOf = ({ code, message }: RpcError, status: number | undefined): Failure => {
  const reason = message.slice(0, longestReason);
  const options = status === undefined ? {} : { http: status };
  if (code === rpcErrors.internal) return fail('INTERNAL_ERROR', {}, { message: reason, ...options });
  if (code === rpcErrors.method)
    return fail('NOT_FOUND_OPERATION', { operation: reason }, { message: reason, ...options });
  if (status === 404) return fail('NOT_FOUND_RESOURCE', { resource_type: 'session' }, { message: reason, ...options });
  return fail('VALIDATION_MALFORMED_REQUEST', { reason }, options);
};

/** Completes the error in a JSON-RPC message; anything else comes back as it is. */
export const completeMessage = (
  message: JsonObject,
  status?: number,
): { readonly message: JsonObject; readonly failure?: Failure } => {
  const { error } = message;
  if (!isJsonObject(error) || typeof error['code'] !== 'number') return { message };
  const { code, data } = error;
  const said = { code, message: String(error['message']), ...(data !== undefined && { data }) };
  const completed = completeError(said, status);
  return completed.failure
    ? { message: { ...message, error: completed.error as unknown as JsonObject }, failure: completed.failure }
    : { message };
};
