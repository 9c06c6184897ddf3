import { readFileSync, readdirSync } from 'node:fs';
import { openPlace } from './place.mjs';
import { openSession } from './session.mjs';

const page = 'form';
const button = { role: 'button', name: 'Discard' };
const callsInRow = 5;

/**
 * How long a launch, a snapshot, a read of one element and a click take, with the servers in turn, and the processor
 * time of the server for each call.
 *
 * @typedef {{ readonly ms: readonly number[], readonly cpuMs: number, readonly calls: number }} Timing
 * @param {readonly any[]} drivers
 * @param {Awaited<ReturnType<typeof import('./place.mjs').openPlace>>} place
 * @param {{ readonly launches: number, readonly rounds: number }} options
 * @returns {Promise<Record<string, Record<string, Timing>>>}
 */
export const measureSpeed = async (drivers, place, { launches, rounds }) => {
  const timings = Object.fromEntries(drivers.map(({ name }) => [name, {}]));
  const note = (driver, what, ms, cpuMs) => {
    const timing = (timings[driver.name][what] ??= { ms: [], cpuMs: 0, calls: 0 });
    timing.ms.push(...ms);
    timing.cpuMs += cpuMs;
    timing.calls += ms.length;
  };

  for (let round = 0; round < launches; round += 1)
    for (const driver of inTurn(
      drivers.filter((one) => one.launches),
      round,
    )) {
      const session = await openSession(driver, place);
      const { ms } = session.cut();
      // The app is a process of the server: its start is part of the cost.
      note(driver, 'launch', [ms], cpuOfTree(session.server.pid));
      await session.close();
    }

  const open = [];
  for (const driver of drivers) {
    // Windows on one display would cover each other, and covered windows are not drawn.
    const own = await openPlace();
    const session = await openSession(driver, own);
    await session.app.open(page);
    const [handle] = await session.driver.see([button]);
    open.push({ driver, session, handle, own });
  }
  for (let round = -1; round < rounds; round += 1)
    for (const { driver, session, handle } of inTurn(open, Math.max(0, round)))
      for (const [what, probe] of Object.entries(driver.probes ?? {})) {
        const before = cpuOf(session.server.pid);
        const ms = [];
        for (let call = 0; call < callsInRow; call += 1) ms.push(await timeCall(session, probe(handle)));
        // The first round warms up.
        if (round >= 0) note(driver, what, ms, cpuOf(session.server.pid) - before);
      }
  for (const { session, own } of open) {
    await session.close();
    await own.close();
  }
  return timings;
};

const timeCall = async (session, [tool, args]) => {
  const started = performance.now();
  const { isError, content } = await session.server.call(tool, args);
  if (isError) throw new Error(`${tool} failed: ${JSON.stringify(content).slice(0, 300)}`);
  return performance.now() - started;
};

/** Another one begins in each round. */
const inTurn = (list, round) => list.map((_, index) => list[(index + round) % list.length]);

const tickMs = 10;

/** Processor time of a process, without its children. */
const cpuOf = (pid) => {
  const [user, system] = fieldsOf(pid).slice(11, 13).map(Number);
  return (user + system) * tickMs;
};

const fieldsOf = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /su, '')
    .split(' ');

/** Processor time of a process and of all that it has started. */
const cpuOfTree = (pid) => {
  const processes = readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/u.test(name) ? [{ pid: Number(name), parent: Number(fieldsOf(name)[1]) }] : [];
    } catch {
      return [];
    }
  });
  const tree = [pid];
  for (const root of tree) tree.push(...processes.filter(({ parent }) => parent === root).map((one) => one.pid));
  return tree.reduce((sum, one) => {
    try {
      return sum + cpuOf(one);
    } catch {
      return sum;
    }
  }, 0);
};
