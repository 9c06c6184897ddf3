import { ProtocolError, inputRequired } from '@modelcontextprotocol/server';
import type { InputRequiredResult, InputRequests } from '@modelcontextprotocol/server';
import type { Failure } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';
import { failureMetaKey } from '@recourse/contract/mcp';
import type { Questions } from '@recourse/engine/client';
import { capabilitiesFor } from './can-be-asked.ts';
import type { RequestClient } from './request-client.ts';

/** What 2026-07-28 wants a server to answer whose client has not declared what the request needs. */
const missingCapability = -32021;

/** The end of a request whose handler has questions: the client asks, and makes the request again. */
export const askByResult = (questions: Questions, requestState: string): InputRequiredResult =>
  inputRequired({
    inputRequests: Object.fromEntries(
      Object.entries(questions).map(([name, { method, params }]) => [name, { method, params }]),
    ) as unknown as InputRequests,
    requestState,
  });

/** Throws what the revision demands where the failure is that the client has not declared what it would be asked. */
export const throwIfUndeclared = (failure: Failure, { refused }: RequestClient): void => {
  const isUndeclared = failure.code === 'VALIDATION_CLIENT_INPUT' && failure.details?.['reason'] === 'not_declared';
  if (!isUndeclared || !refused) return;
  throw new ProtocolError(missingCapability, failure.message, {
    requiredCapabilities: capabilitiesFor(refused),
    [failureMetaKey]: recourse.render(failure),
  });
};
