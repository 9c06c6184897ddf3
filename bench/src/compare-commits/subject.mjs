/**
 * One tool with a quota and events, as in the other benchmarks, used as the first argument says: `pipeline` calls it in
 * this process and prints the processor time per call in microseconds; `http` and `stdio` serve it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [how, calls] = process.argv.slice(2);
// The subject lies outside the folder whose packages it measures, so names are resolved from the working directory.
const require = createRequire(path.join(process.cwd(), 'package.json'));
/** Imports an entry of a package, or the root of the package if it has no such entry. */
const load = (name, entry = '.') => {
  const folder = path.join(process.cwd(), 'node_modules', name);
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return import(pathToFileURL(path.join(folder, (exports[entry] ?? exports['.']).default)).href);
};

const { createServer, defineTool } = await load('@recourse/engine');
// Older commits export these from the root.
const { createEventBuffer, createMemorySink } = await load('@recourse/engine', './events');
const { z } = await import(pathToFileURL(require.resolve('zod')).href);
const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  input: z.strictObject({ a: z.number(), b: z.number() }),
  output: z.object({ sum: z.number() }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  quotas: [{ metric: 'calls_per_second', count: 'attempts', windowMs: 1000, stop: 1_000_000 }],
  run: ({ arguments: { a, b } }) => ({ sum: a + b }),
});
const server = createServer({
  name: 'adds',
  tools: [add],
  record: { events: createEventBuffer(createMemorySink()) },
});

if (how === 'pipeline') {
  const request = { tool: 'add', arguments: { a: 1, b: 2 }, meta: {}, caller: { transport: 'stdio', local: true } };
  const call = async (count) => {
    for (let index = 0; index < count; index += 1) {
      const outcome = await server.call({ ...request, request_id: index });
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    }
  };
  await call(5_000);
  const before = process.cpuUsage();
  await call(Number(calls));
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / Number(calls));
} else {
  const { serveHttp, serveStdio } = await load('@recourse/server');
  if (how === 'stdio') await serveStdio(server);
  else {
    const { url } = await serveHttp(server, { port: 0 });
    console.log(url);
  }
}
