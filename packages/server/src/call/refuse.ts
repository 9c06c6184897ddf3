import type { Failure } from '@recourse/contract';
import type { CallRequest, Server } from '@recourse/engine';

/** Records the refusal of a call that does not reach the pipeline. */
export const refuse = (server: Server, request: CallRequest, failure: Failure): void => {
  const { caller, meta, request_id, session_id, tool } = request;
  server.recordRefusal({
    failure,
    caller,
    ...(typeof tool === 'string' && { tool }),
    ...(meta && { meta }),
    ...(request_id !== undefined && { request_id }),
    ...(session_id !== undefined && { session_id }),
  });
};
