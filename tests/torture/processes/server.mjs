/**
 * A server with one write, with and without a confirmation, on a store that processes share. The arguments of the write
 * say how it goes: when its effect lands, how long the handler takes, and whether it blocks the event loop. The ledger
 * counts effects by `intent`; the look finds them by the idempotency key.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer } from '@recourse/engine/events';
import { serveHttp, serveStdio } from '@recourse/server';
import { openStores } from '@recourse/stores';
import { z } from 'zod';
import { storeMutants } from '../mutants/store-mutants.mjs';

const { port, store, ledger, settlesWithinMs, timeoutMs, mutant } = JSON.parse(process.argv[2]);
// A store that is stopped cannot be opened. The supervisor starts the process again.
const opened = await openStores(store).catch(() => process.exit(1));
const stores = storeMutants[mutant]?.(opened, { timeoutMs, file: store.file }) ?? opened;

const ask = async (method, route, about) => {
  const query = new URLSearchParams({ ...about, pid: String(process.pid) });
  return (await fetch(`${ledger}${route}?${query}`, { method })).json();
};

const act = {
  description: 'Has one effect.',
  input: z.strictObject({
    object: z.string(),
    intent: z.string(),
    landsAfterMs: z.int().min(0),
    beforeMs: z.int().min(0),
    afterMs: z.int().min(0),
    blockMs: z.int().min(0),
  }),
  operation: 'command',
  errors: [],
  timeoutMs,
  settlesWithinMs,
  verify: (_, { idempotency_key: key }) =>
    key === undefined
      ? undefined
      : {
          tool: 'find_effect',
          arguments: { mark: key },
          why: 'Shows whether it took effect.',
          applied_when: { pointer: '/done', equals: true },
        },
  run: async ({ arguments: { intent, beforeMs, blockMs, landsAfterMs, afterMs }, idempotency_key: key }) => {
    await ask('POST', '/handlers', { intent });
    await pause(beforeMs);
    if (blockMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
    await ask('POST', '/effects', { intent, mark: key ?? '', after: String(landsAfterMs) });
    await pause(landsAfterMs + afterMs);
    await ask('DELETE', '/handlers', { intent });
    return { done: true };
  },
};

const findEffect = defineTool({
  name: 'find_effect',
  description: 'Finds an effect by its mark.',
  input: z.strictObject({ mark: z.string() }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: async ({ arguments: { mark } }) => ({ done: (await ask('GET', '/effects', { mark })).count > 0 }),
});

const server = createServer({
  name: 'torture',
  tools: [
    defineTool({ ...act, name: 'act', danger: 'reversible' }),
    defineTool({ ...act, name: 'act_confirmed', danger: 'destructive' }),
    findEffect,
  ],
  stores,
  record: { events: createEventBuffer(stores.events) },
});
if (port === undefined) await serveStdio(server);
else await serveHttp(server, { port, host: '127.0.0.1' });
if (process.connected) process.send({ what: 'ready' });
process.on('disconnect', () => process.exit(0));
// The harness may have ended while this process started.
if (process.send && !process.connected) process.exit(0);
