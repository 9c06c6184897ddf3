import { createServer as createHttpServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  return address.port;
};

/** An HTTP server on loopback until the test ends. */
export const startHttp = async (listener: RequestListener): Promise<string> => {
  const server = createHttpServer(listener);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${await listening(server)}`;
};

/** A server that does to each connection what it is told, once the first bytes of a request have come. */
export const startRaw = async (meet: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => meet(socket));
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${await listening(server)}`;
};

/** An address without a listener: it was free a moment ago. */
export const closedAddress = async (): Promise<string> => {
  const server = createNetServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
};
