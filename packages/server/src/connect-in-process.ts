import type { Transport } from '@modelcontextprotocol/server';
import type { Server } from '@recourse/engine';
import { Running } from './call/running.ts';
import { guardTransport } from './edge/guard-transport.ts';
import type { Serving } from './serving.ts';

/** A server that runs within the process, and the transport that a client connects to. */
export interface InProcess extends Pick<Serving, 'close'> {
  readonly transport: Transport;
}

/** Serves MCP within the process, in the revision that the client opens with. For tests and for embedding. */
export const connectInProcess = async (server: Server): Promise<InProcess> => {
  const [{ InMemoryTransport }, { serveStdio: serve }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
    import('./wire/sdk/create-mcp-server.ts'),
  ]);
  const [transport, serverSide] = InMemoryTransport.createLinkedPair();
  // Despite its name it takes any transport, and nothing else in the SDK serves both eras on one connection.
  const options = { caller: { transport: 'in-process', local: true }, running: new Running(Infinity) } as const;
  const guarded = guardTransport(serverSide, server, options.caller);
  const serving = serve(({ era }) => createMcpServer(server, { ...options, era }), { transport: guarded });
  return { transport, close: () => serving.close() };
};
