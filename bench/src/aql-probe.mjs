/** Loads an adapter of so many operations in a fresh process, and prints what that took, modules left out. */
import { createAqlServer, isGood, parseAdapter } from '@recourse/server-aql';
import { adapterText } from './aql-adapter.mjs';

const text = adapterText('http://127.0.0.1:1', Number(process.argv[2]));
const exchange = { hold: () => undefined, send: () => Promise.reject(new Error('Nothing is sent here')) };

const before = process.cpuUsage();
const started = performance.now();
const loaded = parseAdapter('bench.md', text);
if (!isGood(loaded)) throw new Error(`The adapter is wrong: ${loaded.problems[0]?.message}`);
const read = performance.now();
const server = createAqlServer({ adapter: loaded.adapter, exchange });
const created = performance.now();
await server.listTools();
const listed = performance.now();
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({
    readMs: read - started,
    createMs: created - read,
    listMs: listed - created,
    cpuMs: (user + system) / 1000,
  }),
);
