import type { Readable, Writable } from 'node:stream';
import type { Server } from '@recourse/engine';
import { takeStdout } from './take-stdout.ts';

export interface ServeStdioOptions {
  readonly input?: Readable;
  /** Without one, stdout is taken for the protocol: whatever else the process writes there goes to stderr. */
  readonly output?: Writable;
  /** Told of what goes wrong beside any call, such as JSON that is no message. */
  readonly onError?: (error: Error) => void;
}

/** What is being served, until it is closed or its client goes away. */
export interface Serving {
  close(): Promise<void>;
}

/** Serves MCP over stdio, in the revision that the client opens with. */
export const serveStdio = async (server: Server, options: ServeStdioOptions = {}): Promise<Serving> => {
  const { input = process.stdin, output = takeStdout(), onError } = options;
  // Loaded here, so that a program that only assembles a server does not wait for the SDK.
  const [{ StdioServerTransport, serveStdio: serve }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./mcp/create-mcp-server.ts'),
  ]);
  return serve(({ era }) => createMcpServer(server, { caller: { transport: 'stdio', local: true }, era, onError }), {
    transport: new StdioServerTransport(input, output),
    ...(onError && { onerror: onError }),
  });
};
