import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that was free a moment ago. */
export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
};
