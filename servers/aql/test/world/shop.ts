import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Shop {
  readonly url: string;
  /** The requests it received, such as `DELETE /items/1`. */
  readonly seen: string[];
  /** Holds answers back until `resume`. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

/** A REST API on this machine: items that can be listed, read, added, changed and removed. */
export const openShop = async (): Promise<Shop> => {
  const seen: string[] = [];
  const items = new Map([1, 2, 3].map((id) => [id, { id, name: `Item ${id}`, price: 10 * id }]));
  let resume = (): void => undefined;
  let open = Promise.resolve();
  const server = createServer((request, response) => void answer(request, response));
  const say = (response: ServerResponse, status: number, body?: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    seen.push(`${request.method} ${request.url}`);
    const body = await text(request);
    await open;
    const given = (body === '' ? {} : JSON.parse(body)) as { name?: string; price?: number };
    const [, , wanted] = pathname.split('/');
    const item = items.get(Number(wanted));
    if (pathname === '/restock') return say(response, 200, { restocked: items.size });
    if (wanted !== undefined && !item) return say(response, 404, { message: 'No such item' });
    if (request.method === 'POST') {
      const created = { id: items.size + 1, name: given.name ?? '', price: given.price ?? 0 };
      items.set(created.id, created);
      return say(response, 201, created);
    }
    if (item && request.method === 'DELETE') {
      items.delete(item.id);
      return say(response, 204);
    }
    if (item && request.method === 'PATCH') {
      const changed = { ...item, ...given };
      items.set(item.id, changed);
      return say(response, 200, changed);
    }
    return say(response, 200, item ?? [...items.values()]);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    pause: () => {
      open = new Promise((resolve) => (resume = resolve));
    },
    resume: () => resume(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
