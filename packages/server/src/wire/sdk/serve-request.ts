import type { Result, ServerContext } from '@modelcontextprotocol/server';
import { fail } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { crowded } from '../../call/admit.ts';
import { Cancelling } from '../../call/cancelling.ts';
import { rpcErrors } from '../../rpc/protocol.ts';
import type { McpServerOptions } from './create-mcp-server.ts';
import { RefusedError, errorOf } from './refused-error.ts';

/** Serves one request other than a tool call. */
export type ServeRequest = (method: string, context: ServerContext, work: () => Promise<Result>) => Promise<Result>;

/**
 * Serves requests other than tool calls within the bound of the door, so that it waits for them when it ends and answers
 * those that take too long. A refusal leaves with a code, and is recorded.
 */
export const createServeRequest =
  (server: Server, options: McpServerOptions): ServeRequest =>
  async (method, { mcpReq, sessionId }, work) => {
    const { caller, running } = options;
    const place = new Cancelling();
    try {
      if (!running.enter(place)) throw new RefusedError(crowded(running), rpcErrors.request);
      return await Promise.race([work(), cancelled(method, place)]);
    } catch (thrown) {
      const { error, failure } = errorOf(thrown);
      const session = sessionId === undefined ? {} : { session_id: sessionId };
      if (failure) server.recordRefusal({ failure, caller, tool: method, request_id: mcpReq.id, ...session });
      throw error;
    } finally {
      running.leave(place);
    }
  };

const cancelled = (operation: string, place: Cancelling): Promise<never> =>
  new Promise((_, reject) => {
    const refuse = (): void =>
      reject(new RefusedError(fail('CALL_CANCELLED', { operation }, { effect: 'none' }), rpcErrors.internal));
    if (place.aborted) refuse();
    else place.addEventListener('abort', refuse);
  });
