import { createServer as createHttpServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer } from './mcp-server-v2.mjs';

/** Serves both eras on a free port of the loopback interface. */
export const startHttpServer = async () => {
  const http = createHttpServer(toNodeHandler(createMcpHandler(createServer)));
  await new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: new URL(`http://127.0.0.1:${address.port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve(undefined));
        http.closeAllConnections();
      }),
  };
};
