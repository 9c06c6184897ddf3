import { isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject } from '@recourse/contract';
import { failureError } from '../rpc/messages.ts';
import type { RpcError } from '../rpc/messages.ts';
import { protocolMeta, rpcErrors, tasksExtension } from '../rpc/protocol.ts';

/** Whether a request declares that its client accepts tasks. */
export const declaresTasks = (meta: JsonObject): boolean => {
  const extensions = memberOf(meta[protocolMeta.clientCapabilities], 'extensions');
  return isJsonObject(memberOf(extensions, tasksExtension));
};

/** The error for a request that needs the tasks extension, from a client that has not declared it. */
export const missingTasks = (failure: Failure): RpcError =>
  failureError(rpcErrors.missingCapability, failure, {
    requiredCapabilities: { extensions: { [tasksExtension]: {} } },
  });

/** The error that 2026-07-28 prescribes for a call that can only run as a task; undefined for any other failure. */
export const taskError = (failure: Failure): RpcError | undefined =>
  failure.code === 'VALIDATION_CLIENT_INPUT' && failure.details?.['capability'] === 'tasks'
    ? missingTasks(failure)
    : undefined;

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? value[name] : undefined;
