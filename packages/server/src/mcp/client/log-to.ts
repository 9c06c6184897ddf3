import type { ServerContext } from '@modelcontextprotocol/server';
import type { ClientPort } from '@recourse/engine/client';

/** Log lines for the client of a request. The SDK knows which levels it wants; one that is gone wants none. */
export const logTo =
  ({ mcpReq }: ServerContext): ClientPort['log'] =>
  (level, data) => {
    mcpReq.log(level, data).catch(() => undefined);
  };
