import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const serve = async (answer: RequestListener): Promise<string> => {
  const started = (server = createServer(answer));
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
};

it('returns a response unchanged', async () => {
  const url = await serve((_, response) => response.writeHead(418, { 'x-own': 'yes' }).end('tea'));
  const answer = await boundedFetch(url);
  expect([answer.status, answer.headers.get('x-own'), await answer.text()]).toEqual([418, 'yes', 'tea']);
});

it('follows no redirects, so the key goes to no other host', async () => {
  const asked: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await expect(boundedFetch(url, { headers: { authorization: 'Bearer x' } })).rejects.toThrow('fetch failed');
  expect(asked).toEqual(['/']);
});

it('aborts a response that is too large', async () => {
  const url = await serve((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write);
    write();
  });
  await expect((await boundedFetch(url)).text()).rejects.toThrow(/larger than/);
});
