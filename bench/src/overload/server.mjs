/**
 * One server under load: a write that takes 5 ms, with an idempotency key for each call. Its arguments are the settings
 * of its store. It takes calls in messages from the generator, many in one, and answers the same way.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer } from '@recourse/engine/events';
import { openStores } from '@recourse/stores';

const stores = await openStores(JSON.parse(process.argv[2] ?? '{}'), {});
const events = createEventBuffer(stores.events);
const server = createServer({
  name: 'overload',
  tools: [
    defineTool({
      name: 'pay',
      description: 'Pays.',
      input: { type: 'object', properties: { amount: { type: 'integer' } }, additionalProperties: false },
      operation: 'command',
      danger: 'reversible',
      errors: [],
      run: async () => {
        await pause(5);
        return { paid: true };
      },
    }),
  ],
  stores,
  record: { events },
});
const caller = /** @type {const} */ ({ transport: 'in-process', local: true });

/** The number of the call, whether it succeeded, and when to come back. @type {[number, boolean, number][]} */
let answers = [];
const answer = () => {
  const sent = answers;
  answers = [];
  if (process.connected) process.send?.({ answers: sent });
};

/** @param {number} id @param {string} key */
const call = async (id, key) => {
  const outcome = await server.call({ tool: 'pay', arguments: { amount: 5 }, meta: { idempotency_key: key }, caller });
  if (answers.push([id, outcome.ok, outcome.ok ? 0 : (outcome.retry_after_ms ?? 0)]) === 1) setTimeout(answer, 5);
};

let before = process.cpuUsage();

process.on('message', async (/** @type {any} */ message) => {
  if (message === 'measure') {
    before = process.cpuUsage();
    return;
  }
  if (message === 'close') {
    const { user, system } = process.cpuUsage(before);
    const { delivered, dropped } = events.counts();
    await events.close();
    await stores.close();
    process.send?.({ closed: { cpu: (user + system) / 1e6, delivered, dropped } }, () => process.exit(0));
    return;
  }
  for (const [id, key] of message.calls) void call(id, key);
});
process.send?.({ ready: true });
