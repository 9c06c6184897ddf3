import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface JsonServerModule {
  create(): { use(handler: unknown): void; listen(port: number, host: string, ready: () => void): Server };
  router(data: object): unknown;
}

export interface JsonServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The real one, with data in memory. It has a lock of its own, in tests/json-server. */
export const openJsonServer = async (data: object): Promise<JsonServer> => {
  const load = createRequire(new URL('../../../../tests/json-server/package.json', import.meta.url));
  const jsonServer = load('json-server') as JsonServerModule;
  const application = jsonServer.create();
  application.use(jsonServer.router(data));
  const http = await new Promise<Server>((resolve) => {
    const server: Server = application.listen(0, '127.0.0.1', () => resolve(server));
  });
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
};
