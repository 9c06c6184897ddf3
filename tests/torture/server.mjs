/**
 * A server with one write, on a store that processes share. The arguments of the write say how it goes: when its effect
 * lands, how long the handler takes, and whether it blocks the event loop. `mark` names the object; the idempotency key
 * identifies the effect.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createEventBuffer, createServer, defineTool } from '@recourse/engine';
import { serveHttp } from '@recourse/server';
import { openStores } from '@recourse/stores';
import { z } from 'zod';
import { mutants } from './mutants.mjs';

const { port, store, ledger, settlesWithinMs, timeoutMs, mutant } = JSON.parse(process.argv[2]);
const opened = await openStores(store);
const stores = mutant === undefined ? opened : { ...opened, admissions: mutants[mutant](opened.admissions, timeoutMs) };

const ask = async (method, mark, after = 0) => {
  const response = await fetch(`${ledger}/effects?${new URLSearchParams({ mark, after: String(after) })}`, { method });
  return response.json();
};

const act = defineTool({
  name: 'act',
  description: 'Has one effect.',
  input: z.strictObject({
    object: z.string(),
    landsAfterMs: z.int().min(0),
    beforeMs: z.int().min(0),
    afterMs: z.int().min(0),
    blockMs: z.int().min(0),
  }),
  operation: 'command',
  danger: 'reversible',
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
  run: async ({ arguments: given, idempotency_key: key }) => {
    await pause(given.beforeMs);
    if (given.blockMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, given.blockMs);
    await ask('POST', key ?? given.object, given.landsAfterMs);
    process.send?.({ what: 'effect', mark: key });
    await pause(given.landsAfterMs + given.afterMs);
    return { done: true };
  },
});

const findEffect = defineTool({
  name: 'find_effect',
  description: 'Finds an effect by its mark.',
  input: z.strictObject({ mark: z.string() }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: async ({ arguments: { mark } }) => ({ done: (await ask('GET', mark)).count > 0 }),
});

const server = createServer({
  name: 'torture',
  tools: [act, findEffect],
  stores,
  record: { events: createEventBuffer(stores.events) },
});
await serveHttp(server, { port, host: '127.0.0.1' });
process.send?.({ what: 'ready' });
process.on('disconnect', () => process.exit(0));
