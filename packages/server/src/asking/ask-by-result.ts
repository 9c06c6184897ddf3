import { inputRequired } from '@modelcontextprotocol/server';
import type { InputRequiredResult, InputRequests } from '@modelcontextprotocol/server';
import type { Failure, JsonObject } from '@recourse/contract';
import type { Questions } from '@recourse/engine/client';
import { failureError } from '../rpc/messages.ts';
import type { RpcError } from '../rpc/messages.ts';
import { rpcErrors } from '../rpc/protocol.ts';
import { capabilitiesFor } from './can-be-asked.ts';
import type { RequestClient } from './request-client.ts';

/** Ends a request whose handler has questions: the client asks them and repeats the request with the answers. */
export const askByResult = (questions: Questions, requestState: string): InputRequiredResult =>
  inputRequired({
    inputRequests: Object.fromEntries(
      Object.entries(questions).map(([name, { method, params }]) => [name, { method, params }]),
    ) as unknown as InputRequests,
    requestState,
  });

/** The error that 2026-07-28 prescribes if a handler asked for something the client has not declared. */
export const undeclaredError = (failure: Failure, { refused }: RequestClient): RpcError | undefined => {
  const isUndeclared = failure.code === 'VALIDATION_CLIENT_INPUT' && failure.details?.['reason'] === 'not_declared';
  if (!isUndeclared || !refused) return undefined;
  return failureError(rpcErrors.missingCapability, failure, {
    requiredCapabilities: capabilitiesFor(refused) as unknown as JsonObject,
  });
};
