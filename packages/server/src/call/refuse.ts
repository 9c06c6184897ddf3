import { changeFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { CallRequest } from '@recourse/engine/front-door';

/** Records the refusal of a call that does not reach the pipeline. Returns it with the subject that the call names. */
export const refuse = (server: Server, request: CallRequest, refusal: Failure): Failure => {
  const { caller, meta, request_id, session_id, tool } = request;
  const subject = refusal.subject ?? server.subjectOf(tool, request.arguments);
  const failure = subject ? changeFailure(refusal, { subject }) : refusal;
  server.recordRefusal({
    failure,
    caller,
    ...(typeof tool === 'string' && { tool }),
    ...(meta && { meta }),
    ...(request_id !== undefined && { request_id }),
    ...(session_id !== undefined && { session_id }),
  });
  return failure;
};
