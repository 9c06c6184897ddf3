import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const between = (random, low, high) => Math.round(low + random() * (high - low));
/** Mostly short, sometimes very long. */
const heavyTail = (random, low, most) => Math.round(Math.min(most, low / (1 - random()) ** 0.7));

const quiet = { landsAfterMs: 0, beforeMs: 0, afterMs: 0, blockMs: 0 };

/**
 * Every fault: the arguments of the call, and what happens meanwhile. `mayDoubt` says how many of its episodes may end
 * in doubt; the others know what happened.
 */
export const faults = {
  none: { mayDoubt: 0, args: () => quiet },
  slow_handler: {
    mayDoubt: 0,
    args: ({ random }) => ({ ...quiet, beforeMs: between(random, 0, 1500), afterMs: between(random, 0, 1500) }),
  },
  late_effect: { mayDoubt: 0, args: ({ random }) => ({ ...quiet, landsAfterMs: heavyTail(random, 400, 5000) }) },
  client_timeout: {
    mayDoubt: 0,
    timeoutMs: 250,
    args: ({ random }) => ({ ...quiet, landsAfterMs: between(random, 300, 2500) }),
  },
  lost_answer: {
    mayDoubt: 0,
    args: () => quiet,
    meanwhile: ({ proxy }) => {
      proxy.state.mood = 'cut';
    },
  },
  delayed_answer: {
    mayDoubt: 0,
    timeoutMs: 300,
    args: ({ random }) => ({ ...quiet, afterMs: between(random, 0, 300) }),
    meanwhile: ({ proxy, random }) => {
      proxy.state.mood = between(random, 400, 1500);
    },
  },
  blocked_loop: { mayDoubt: 1, args: ({ leaseMs }) => ({ ...quiet, blockMs: 2 * leaseMs }) },
  stopped_process: {
    mayDoubt: 1,
    timeoutMs: 600,
    args: () => ({ ...quiet, beforeMs: 300, afterMs: 100 }),
    meanwhile: async ({ servers, random, leaseMs }) => {
      await pause(between(random, 0, 250));
      // One of the two: the other one answers the client meanwhile.
      const server = servers[between(random, 0, 1)];
      server.signal('SIGSTOP');
      await pause(4 * leaseMs);
      server.signal('SIGCONT');
    },
  },
  kill_after_effect: { mayDoubt: 0.05, killsOnEffect: true, args: () => ({ ...quiet, afterMs: 300 }) },
  kill_any_time: {
    mayDoubt: 0.05,
    args: ({ random }) => ({ ...quiet, beforeMs: between(random, 0, 200), afterMs: between(random, 0, 200) }),
    meanwhile: async ({ servers, random }) => {
      await pause(between(random, 0, 450));
      for (const server of servers) server.signal('SIGKILL');
    },
  },
  kill_late_effect: {
    mayDoubt: 0.05,
    killsOnEffect: true,
    args: ({ random, settlesWithinMs }) => ({ ...quiet, landsAfterMs: between(random, 50, settlesWithinMs - 100) }),
  },
  store_away: {
    mayDoubt: 1,
    args: ({ random }) => ({ ...quiet, afterMs: between(random, 0, 300) }),
    meanwhile: async ({ blockStore, random }) => {
      await pause(between(random, 0, 200));
      await blockStore(between(random, 300, 1500));
    },
  },
  second_writer: {
    mayDoubt: 0,
    args: ({ random }) => ({ ...quiet, landsAfterMs: between(random, 0, 800) }),
    also: 1,
    alsoWithOwnKey: true,
  },
  shared_key: {
    mayDoubt: 0,
    args: ({ random }) => ({ ...quiet, landsAfterMs: between(random, 0, 800) }),
    also: 3,
  },
  killed_client: {
    mayDoubt: 0,
    inProcess: true,
    args: ({ random }) => ({ ...quiet, afterMs: between(random, 0, 600) }),
  },
};

/** Makes the call in a process of its own, kills that, and asks again in another one with the same keys. */
export const callInProcesses = async (call, random) => {
  const run = () => fork(path.join(import.meta.dirname, 'client.mjs'), [JSON.stringify(call)], { execArgv: [] });
  const first = run();
  const ended = new Promise((resolve) => first.once('exit', resolve));
  await pause(between(random, 50, 700));
  first.kill('SIGKILL');
  await ended;
  const second = run();
  const { end } = await new Promise((resolve) => second.once('message', resolve));
  return end;
};

export const newIntent = () => `torture-${randomUUID()}`;
