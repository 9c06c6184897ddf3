import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** Serves the pages of a folder, as a dev server does. */
export const serveFolder = async (folder: string): Promise<{ readonly url: string; readonly close: () => void }> => {
  const server = createServer((request, response) => {
    const name = path.basename(new URL(request.url ?? '/', 'http://localhost').pathname) || 'index.html';
    readFile(path.join(folder, name)).then(
      (body) => response.setHeader('content-type', 'text/html; charset=utf-8').end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
