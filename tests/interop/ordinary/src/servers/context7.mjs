import { createServer } from 'node:http';
import { once } from 'node:events';
import { programOf } from '../lab.mjs';

const name = '@upstash/context7-mcp';
const found = { results: [{ id: '/vercel/next.js', title: 'Next.js', description: 'A framework', totalSnippets: 9 }] };
const json = (status, body) => ({ status, body: JSON.stringify(body) });
const docs = { libraryId: '/vercel/next.js', query: 'routing' };
const search = { libraryName: 'Next.js', query: 'routing' };
const answers = (answer) => (world) => {
  world.answer = answer;
};

/** Documentation of libraries from the internet; here from a loopback address, so that every answer of it can be had. */
export const context7 = {
  name,
  createWorld: async () => {
    const world = { requests: [], answer: undefined };
    const upstream = createServer((request, response) => {
      world.requests.push(request.url);
      const isSearch = request.url.includes('/search');
      const { status, body } = world.answer ?? (isSearch ? json(200, found) : { status: 200, body: 'Use the router.' });
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    world.address = `http://127.0.0.1:${upstream.address().port}`;
    world.hangUp = async () => {
      upstream.close().closeAllConnections();
      await once(upstream, 'close');
    };
    world.close = () => (upstream.listening ? world.hangUp() : undefined);
    return world;
  },
  launch: ({ address }) => ({ args: [programOf(name, 'dist/index.js')], env: { CONTEXT7_API_URL: address } }),
  snapshot: ({ requests }) => requests,
  writes: [],
  well: { 'resolve-library-id': search, 'query-docs': docs },
  badly: [
    { case: 'missing argument', tool: 'query-docs', arguments: { query: 'routing' } },
    { case: 'wrong type', tool: 'resolve-library-id', arguments: { ...search, libraryName: 7 } },
    { case: 'unknown argument', tool: 'query-docs', arguments: { ...docs, page: 2 } },
    { case: 'unknown tool', tool: 'get-docs', arguments: docs },
    { case: 'no network', tool: 'query-docs', arguments: docs, before: ({ hangUp }) => hangUp() },
    {
      case: 'no network for a search',
      tool: 'resolve-library-id',
      arguments: search,
      before: ({ hangUp }) => hangUp(),
    },
    {
      case: 'nothing found',
      tool: 'resolve-library-id',
      arguments: search,
      before: answers(json(200, { results: [] })),
    },
    { case: 'no such library', tool: 'query-docs', arguments: docs, before: answers({ status: 404, body: '' }) },
    { case: 'wrong key', tool: 'query-docs', arguments: docs, before: answers({ status: 401, body: '' }) },
    { case: 'too many requests', tool: 'query-docs', arguments: docs, before: answers({ status: 429, body: '' }) },
    {
      case: 'too many requests, in words of the API',
      tool: 'query-docs',
      arguments: docs,
      before: answers(json(429, { message: 'Too many requests. Retry after 3600 seconds.' })),
    },
    {
      case: 'the API is down',
      tool: 'resolve-library-id',
      arguments: search,
      before: answers({ status: 503, body: '' }),
    },
    { case: 'no documentation', tool: 'query-docs', arguments: docs, before: answers({ status: 200, body: '' }) },
  ],
};
