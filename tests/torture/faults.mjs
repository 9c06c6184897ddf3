import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { kill } from './processes/kill.mjs';
import { between, heavyTail } from './random.mjs';

const quiet = { landsAfterMs: 0, beforeMs: 0, afterMs: 0, blockMs: 0 };
const killAll = ({ wire }) => wire.pids().forEach((pid) => kill(pid, 'SIGKILL'));

/** Kills the process whose handler has just made its effect, or sent it on its way. */
const killAfterEffect = async ({ seen, killed }) => {
  const effect = await seen('effect');
  if (!effect) return;
  kill(effect.pid, 'SIGKILL');
  if (effect.landed) killed.push(effect);
};

/**
 * The faults of episodes. `args` are the arguments of the call, `meanwhile` disturbs it, `timeoutMs` is how
 * long the client waits for one answer. `mayDoubt` is the share of intents that may end in doubt.
 */
export const faults = {
  none: { does: 'nothing goes wrong', mayDoubt: 0, args: () => quiet },
  slow_handler: {
    does: 'the handler outlasts its time limit',
    mayDoubt: 0,
    args: ({ random }) => ({ ...quiet, beforeMs: between(random, 0, 1500), afterMs: between(random, 0, 1500) }),
  },
  blocked_loop: {
    does: 'the handler blocks its event loop for two leases',
    mayDoubt: 0,
    args: ({ leaseMs }) => ({ ...quiet, blockMs: 2 * leaseMs }),
  },
  late_effect: {
    does: 'the effect lands late, with a heavy-tailed delay; half of the clients stop waiting early',
    mayDoubt: 0,
    timeoutMs: ({ random }) => (random() < 0.5 ? 250 : undefined),
    args: ({ random }) => ({ ...quiet, landsAfterMs: heavyTail(random, 400, 5000) }),
  },
  lost_answer: {
    does: 'the answer is lost, with the connection or without it',
    mayDoubt: 0,
    timeoutMs: () => 800,
    args: () => quiet,
    meanwhile: ({ wire, random }) => wire.disturb(wire.target.wire === 'stdio' && random() < 0.5 ? 'drop' : 'cut'),
  },
  delayed_answer: {
    does: 'the answer comes after the client has stopped waiting',
    mayDoubt: 0,
    timeoutMs: () => 300,
    args: ({ random }) => ({ ...quiet, afterMs: between(random, 0, 300) }),
    meanwhile: ({ wire, random }) => wire.disturb(between(random, 400, 1500)),
  },
  second_writer: {
    does: 'another client writes to the same object with its own key',
    mayDoubt: 0,
    args: ({ random }) => ({ ...quiet, landsAfterMs: between(random, 0, 800) }),
    others: { count: 1, sameKey: false },
  },
  shared_key: {
    does: 'four clients send the same call with one key',
    mayDoubt: 0,
    args: ({ random }) => ({ ...quiet, landsAfterMs: between(random, 0, 800) }),
    others: { count: 3, sameKey: true },
  },
  kill_client: {
    does: 'kill -9 of the client at a random point; the next process asks again',
    mayDoubt: 0,
    killsClient: true,
    args: ({ random }) => ({ ...quiet, afterMs: between(random, 0, 600) }),
  },
  kill_any_time: {
    does: 'kill -9 of every server at a random point',
    mayDoubt: 0.05,
    args: ({ random }) => ({ ...quiet, beforeMs: between(random, 0, 200), afterMs: between(random, 0, 200) }),
    meanwhile: async (world) => {
      await pause(between(world.random, 0, 450));
      killAll(world);
    },
  },
  kill_after_effect: {
    does: 'kill -9 of the server between effect and settlement',
    mayDoubt: 0.05,
    args: () => ({ ...quiet, afterMs: 300 }),
    meanwhile: killAfterEffect,
  },
  kill_late_effect: {
    does: 'kill -9 of the server; its effect lands afterwards, within the settling time',
    mayDoubt: 0.05,
    args: ({ random, settlesWithinMs }) => ({ ...quiet, landsAfterMs: between(random, 50, settlesWithinMs - 100) }),
    meanwhile: killAfterEffect,
  },
  kill_confirmed: {
    does: 'kill -9 of every server while a confirmed call starts or runs',
    mayDoubt: 0.05,
    tool: 'act_confirmed',
    args: ({ random }) => ({ ...quiet, beforeMs: between(random, 0, 100), afterMs: between(random, 0, 100) }),
    meanwhile: async (world) => {
      await world.confirmed;
      await pause(between(world.random, 0, 200));
      killAll(world);
    },
  },
  stopped_process: {
    does: 'SIGSTOP of the server for several leases, then SIGCONT',
    mayDoubt: 1,
    timeoutMs: () => 600,
    args: () => ({ ...quiet, beforeMs: 300, afterMs: 100 }),
    meanwhile: async ({ seen, random, leaseMs, wire, reaper }) => {
      // Half of them while the handler runs, the others at a point that is often before it.
      const begun = random() < 0.5 ? await seen('begun') : { pid: wire.pids()[0] };
      if (begun?.pid === undefined) return;
      await pause(between(random, 0, 400));
      reaper.stopped(begun.pid);
      kill(begun.pid, 'SIGSTOP');
      await pause(2.5 * leaseMs);
      kill(begun.pid, 'SIGCONT');
    },
  },
  clock_skew: {
    does: 'clocks are wrong or jump; half of the servers are killed after the effect',
    // Servers on one file share the clock of a machine. A jump forward looks like the silence of a live process.
    mayDoubt: { sqlite: 1, postgres: 0.05 },
    timeoutMs: () => 600,
    args: ({ random }) => ({ ...quiet, beforeMs: between(random, 0, 300), afterMs: between(random, 0, 800) }),
    meanwhile: async (world) => {
      const { random, folder, storeName } = world;
      const kills = random() < 0.5;
      await pause(between(random, 0, 300));
      const far = storeName === 'sqlite' ? 3_000 : 3_600_000;
      const offset = String(between(random, -far, far));
      for (const index of storeName === 'sqlite' ? [0, 1] : [between(random, 0, 1)])
        writeFileSync(path.join(folder, `clock-${index}`), offset);
      if (kills) await killAfterEffect(world);
    },
  },
  store_stopped: {
    does: 'the store is stopped, or crashes, and starts again; a SQLite file is locked instead',
    mayDoubt: 1,
    stopsStore: true,
    args: ({ random }) => ({ ...quiet, afterMs: between(random, 0, 300) }),
    meanwhile: async ({ interruptStore, random }) => {
      await pause(between(random, 0, 300));
      await interruptStore(between(random, 300, 1500), random() < 0.5);
    },
  },
};

/** The share of intents that may end in doubt under a fault on a store. */
export const mayDoubt = (name, storeName) => {
  const allowed = faults[name].mayDoubt;
  return typeof allowed === 'number' ? allowed : allowed[storeName];
};
