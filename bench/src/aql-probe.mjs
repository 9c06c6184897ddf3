/** Loads an adapter of so many operations in a fresh process, and prints what that took, modules left out. */
import { readFileSync } from 'node:fs';
import { createAqlServer, isGood, parseAdapter } from '@recourse/server-aql';
import { adapterText } from './aql-adapter.mjs';

const text = adapterText('http://127.0.0.1:1', Number(process.argv[2]));
const exchange = {
  hold: () => undefined,
  limits: () => ({}),
  send: () => Promise.reject(new Error('Nothing is sent here')),
};

/** How long the thread that loads has really run, in milliseconds: what others take of the machine is not in it. */
const ranFor = () => {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
};

const before = ranFor();
const started = performance.now();
const loaded = parseAdapter('bench.md', text);
if (!isGood(loaded)) throw new Error(`The adapter is wrong: ${loaded.problems[0]?.message}`);
const read = performance.now();
const server = createAqlServer({ adapter: loaded.adapter, exchange });
const created = performance.now();
const after = ranFor();
await server.listTools();
const listed = performance.now();
process.stdout.write(
  JSON.stringify({
    readMs: read - started,
    createMs: created - read,
    listMs: listed - created,
    ranMs: after - before,
  }),
);
