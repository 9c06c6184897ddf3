import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Documents on a server of their own, for the tests of plugins. */
export interface ServedHtml {
  /** Publishes a document and returns its address. */
  readonly publish: (body: string, type?: string) => string;
  readonly close: () => void;
}

export const serveHtml = async (): Promise<ServedHtml> => {
  const documents = new Map<string, { readonly body: string; readonly type: string }>();
  const server = createServer((request, response) => {
    const { body, type } = documents.get(request.url ?? '') ?? { body: '', type: 'text/html' };
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    publish: (body, type = 'text/html') => {
      const place = `/${documents.size + 1}`;
      documents.set(place, { body, type });
      return `http://127.0.0.1:${port}${place}`;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
