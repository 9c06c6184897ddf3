import type { ServerContext } from '@modelcontextprotocol/server';
import type { ClientPort } from '@recourse/engine/client';

/** Sends log lines to the client of a request. The SDK filters by level; a client that is gone gets none. */
export const logTo =
  ({ mcpReq }: ServerContext): ClientPort['log'] =>
  (level, data) => {
    mcpReq.log(level, data).catch(() => undefined);
  };
