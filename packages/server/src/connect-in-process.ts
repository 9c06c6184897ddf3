import type { Transport } from '@modelcontextprotocol/server';
import type { Server } from '@recourse/engine';
import type { Serving } from './stdio/serving.ts';

/** A server that is being served within the process, and the end of the line that a client connects to. */
export interface InProcess extends Pick<Serving, 'close'> {
  readonly transport: Transport;
}

/** Serves MCP within the process, in the revision that the client opens with. For tests and for embedding. */
export const connectInProcess = async (server: Server): Promise<InProcess> => {
  const [{ InMemoryTransport }, { serveStdio: serve }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
    import('./mcp/create-mcp-server.ts'),
  ]);
  const [transport, serverSide] = InMemoryTransport.createLinkedPair();
  // Despite its name it takes any transport, and it is the SDK's only way to serve both eras on a long-lived line.
  const serving = serve(
    ({ era }) => createMcpServer(server, { caller: { transport: 'in-process', local: true }, era }),
    {
      transport: serverSide,
    },
  );
  return { transport, close: () => serving.close() };
};
