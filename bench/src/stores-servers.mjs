import { createServer, defineTool } from '@recourse/engine';
import { createEventBuffer } from '@recourse/engine/events';
import { createKeyIdentity } from '@recourse/stores';
import { z } from 'zod';

const echo = defineTool({
  name: 'echo',
  description: 'Answers with what it was given.',
  input: z.strictObject({ text: z.string().max(200), times: z.int().min(1).max(10) }),
  output: z.object({ text: z.string(), length: z.int() }),
  operation: 'command',
  danger: 'reversible',
  errors: [],
  quotas: [{ metric: 'calls_per_minute', count: 'attempts', windowMs: 60_000, stop: 100_000_000 }],
  run: ({ arguments: { text, times } }) => ({ text, length: text.length * times }),
});

/**
 * A server on these stores, and how to call it: each call has its bearer key looked up, a quota reserved, and its
 * beginning and end on record.
 *
 * @param {import('@recourse/stores').Stores} stores
 */
export const serveOn = async (stores) => {
  const { key } = await stores.keys.create({ principal: 'bench', trust: 'validated' });
  const events = createEventBuffer(stores.events);
  const server = createServer({
    name: 'bench',
    tools: [echo],
    stores,
    identity: createKeyIdentity(stores.keys),
    record: { events },
  });
  const request = {
    tool: 'echo',
    arguments: { text: 'hello', times: 3 },
    caller: /** @type {const} */ ({ transport: 'http', local: false, key }),
  };
  return {
    call: async () => {
      const outcome = await server.call(request);
      if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
    },
    close: async () => {
      await events.close();
      await stores.close();
    },
  };
};

/**
 * Makes so many calls, always so many at the same time.
 *
 * @param {() => Promise<unknown>} call
 * @param {number} calls
 * @param {number} lanes
 */
export const callInLanes = async (call, calls, lanes) => {
  let left = calls;
  const lane = async () => {
    for (; left > 0;) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

/** Microseconds, of the clock and of this process. @param {() => Promise<unknown>} work */
export const spentOn = async (work) => {
  const [started, usage] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(usage);
  return { wall: (performance.now() - started) * 1000, cpu: user + system };
};
