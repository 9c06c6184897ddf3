import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const pages = path.join(import.meta.dirname, 'pages');
/** React and Vue. `npm test` installs them. */
const modules = path.resolve(import.meta.dirname, '../../../../tests/stage/node_modules');
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface PageServer {
  /** The address of a page, or of a document with this HTML. */
  readonly address: (page: string) => string;
  /** The same at another site, whose frames live in another process. */
  readonly otherSite: (page: string) => string;
  readonly close: () => Promise<void>;
}

/** Serves the pages of the test apps, and any HTML that a test gives instead of a name. */
export const servePages = async (): Promise<PageServer> => {
  const made = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    // A request for something that never comes.
    if (pathname === '/never') return;
    const html = made.get(pathname);
    const send = (type: string, body: string | Buffer): void => {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
      response.end(body);
    };
    if (html !== undefined) {
      send('text/html', html);
      return;
    }
    const [folder, rest] = pathname.startsWith('/modules/') ? [modules, pathname.slice(8)] : [pages, pathname];
    readFile(path.join(folder, path.normalize(rest))).then(
      (body) => send(types[path.extname(rest)] ?? 'text/plain', body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const publish = (page: string): string => {
    if (!page.startsWith('<')) return `/${page}`;
    const place = `/made/${made.size + 1}`;
    made.set(place, page);
    return place;
  };
  return {
    address: (page) => `http://127.0.0.1:${port}${publish(page)}`,
    otherSite: (page) => `http://localhost:${port}${publish(page)}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
