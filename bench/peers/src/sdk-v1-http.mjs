/** `stateless` makes a server for each request, `sessions` one for each session. Both answer with plain JSON. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { listen } from './listen.mjs';
import { createSdkV1 } from './sdk-v1.mjs';
import { serveSessions } from './sessions.mjs';

const handlers = {
  stateless:
    () =>
    async (
      /** @type {import('node:http').IncomingMessage} */ request,
      /** @type {import('node:http').ServerResponse} */ response,
    ) => {
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
      const server = createSdkV1();
      response.on('close', () => void server.close());
      await server.connect(transport);
      await transport.handleRequest(request, response);
    },
  sessions: () =>
    serveSessions(async (onSession) => {
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        enableJsonResponse: true,
        onsessioninitialized: (id) => onSession(id, transport),
      });
      await createSdkV1().connect(transport);
      return transport;
    }),
};

await listen(createServer(handlers[/** @type {keyof typeof handlers} */ (process.argv[2] ?? 'stateless')]()));
