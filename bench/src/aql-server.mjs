/**
 * One process of the measurement: `node aql-server.mjs upstream` is an API that answers every question alike,
 * `node aql-server.mjs runtime <its address>` the runtime in front of it, over HTTP.
 */
import { createServer } from 'node:http';
import { createMemorySink, createEventBuffer } from '@recourse/engine/events';
import { serveHttp } from '@recourse/server';
import { aqlEntry, isGood, parseAdapter } from '@recourse/server-aql';
import { adapterText, answer } from './aql-adapter.mjs';

/**
 * The runtime as `recourse serve aql` starts it, with events to a sink.
 *
 * @param {string} baseUrl
 * @param {number} size
 */
export const startRuntime = async (baseUrl, size) => {
  const loaded = parseAdapter('bench.md', adapterText(baseUrl, size));
  if (!isGood(loaded)) throw new Error(`The adapter is wrong: ${loaded.problems[0]?.message}`);
  // No file is behind it, so nothing is looked after.
  const entry = aqlEntry(loaded, { watch: { intervalMs: 3_600_000 } });
  const { server } = await entry.start({
    options: { record: { events: createEventBuffer(createMemorySink()) } },
    environment: { BENCH_TOKEN: 'a-token-of-the-benchmark' },
    cwd: process.cwd(),
    notify: () => undefined,
  });
  return server;
};

const startUpstream = () => {
  const body = JSON.stringify(answer);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const upstream = createServer((_request, response) => response.writeHead(200, headers).end(body));
  upstream.listen(0, '127.0.0.1', () => {
    const address = upstream.address();
    console.log(`READY ${typeof address === 'object' ? address?.port : ''}`);
  });
};

const [, , role, baseUrl = ''] = process.argv;
// The parent process may exit without notice; then stdin ends.
if (role === 'upstream' || role === 'runtime') process.stdin.resume().on('end', () => process.exit());
if (role === 'upstream') startUpstream();
if (role === 'runtime') {
  const { port } = await serveHttp(await startRuntime(baseUrl, 100), { port: 0 });
  console.log(`READY ${port}`);
}
