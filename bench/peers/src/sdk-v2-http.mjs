/** `handler` serves both eras without state; `sessions` is the older era with sessions. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { listen } from './listen.mjs';
import { createSdkV2 } from './sdk-v2.mjs';
import { serveSessions } from './sessions.mjs';

const handlers = {
  handler: () => toNodeHandler(createMcpHandler(() => createSdkV2())),
  sessions: () =>
    serveSessions(async (onSession) => {
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        enableJsonResponse: true,
        onsessioninitialized: (id) => onSession(id, transport),
      });
      await createSdkV2().connect(transport);
      return transport;
    }),
};

await listen(createServer(handlers[/** @type {keyof typeof handlers} */ (process.argv[2] ?? 'handler')]()));
