import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { callAndKill } from './call-and-kill.mjs';
import { faults } from './faults.mjs';
import { clientMutants } from './mutants/client-mutants.mjs';
import { isAlive } from './processes/kill.mjs';
import { createRandom } from './random.mjs';
import { recoverOptions } from './wires/recover-options.mjs';
import { openWire } from './wires/wires.mjs';

const leaseMs = 1000;
const settlesWithinMs = 700;
const timeoutMs = 500;
/** How long a client waits for one answer, unless the fault says otherwise. */
const answerMs = 10_000;
/** With a broken rule a client may never get an outcome. Its second effect comes early. */
const mutantBudget = { attempts: 12, seconds: 12 };

/** Servers on one store, and the means to disturb them. Episodes run one after the other. */
export const openLane = async ({ ledger, reaper, openStore, storeName, wire: wireName, processes, mutant }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-torture-'));
  reaper.folder(folder);
  const store = openStore(folder);
  const settings = { store: { ...store.settings, leaseMs }, ledger: ledger.url, settlesWithinMs, timeoutMs, mutant };
  const wire = await openWire({ wire: wireName, processes, settings, folder });
  const wrap = clientMutants[mutant];

  /** Connects a client and returns what makes its call. Faults start once every client is connected. */
  const prepare = async ({ intent, key }, { fault, args, world }) => {
    const confirm = () => {
      world.confirm();
      return true;
    };
    const options = mutant === undefined ? recoverOptions : { ...recoverOptions, budget: mutantBudget };
    const client = await wire.connect({ ...options, createKey: () => key, confirm, ...(wrap && { wrap }) });
    return async () => {
      const call = { name: fault.tool ?? 'act', arguments: { ...args, intent } };
      const recovered = await client.recover(call, { timeout: fault.timeoutMs?.(world) ?? answerMs });
      client.close();
      const codes = recovered.steps.flatMap((step) => (step.kind === 'failure' ? [step.code] : []));
      return { intent, end: recovered.end, why: recovered.explain(), codes };
    };
  };

  const callAll = async (fault, world, args) => {
    const first = { intent: world.intent, key: randomUUID() };
    if (fault.killsClient) {
      const keys = path.join(folder, `${first.intent}.json`);
      const call = { target: wire.target, keys, key: first.key, args: { ...args, intent: first.intent } };
      return [{ intent: first.intent, ...(await callAndKill(call, world.random)) }];
    }
    const { count = 0, sameKey } = fault.others ?? {};
    const others = Array.from({ length: count }, () => (sameKey ? first : { intent: randomUUID(), key: randomUUID() }));
    const calls = await Promise.all([first, ...others].map((each) => prepare(each, { fault, args, world })));
    const ending = Promise.all(calls.map((call) => call()));
    const disturbing = fault.meanwhile?.(world);
    const ended = await ending;
    world.end();
    await disturbing;
    return ended;
  };

  const run = async (name, seed) => {
    const fault = faults[name];
    const random = createRandom(seed);
    const world = createWorld({ ledger, random });
    Object.assign(world, {
      reaper,
      leaseMs,
      settlesWithinMs,
      wire,
      folder,
      storeName,
      interruptStore: store.interrupt,
    });
    const args = { object: 'the same for all', ...fault.args(world) };
    const ended = await callAll(fault, world, args);
    wire.disturb('pass');
    for (const index of [0, 1]) rmSync(path.join(folder, `clock-${index}`), { force: true });
    await wire.ready();
    const intents = [];
    for (const each of ended) intents.push({ ...each, ...(await untilQuiet(ledger, each.intent)) });
    // A handler that has not returned has settled nothing.
    const running = new Set(intents.flatMap((each) => each.running));
    return { intents, killsAfterEffect: world.killed.filter(({ pid }) => running.has(pid)).length };
  };

  return {
    run,
    close: async () => {
      await wire.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The part of an episode's world that its fault can wait for. Nothing is waited for once the calls have ended. */
const createWorld = ({ ledger, random }) => {
  const intent = randomUUID();
  const { promise: over, resolve: end } = deferred();
  const { promise: confirmed, resolve: confirm } = deferred();
  const seen = async (what) => {
    let listener;
    const event = new Promise((resolve) => {
      listener = (each) => each.intent === intent && resolve(each);
      ledger.events.on(what, listener);
    });
    const first = await Promise.race([event, over]);
    ledger.events.off(what, listener);
    return first;
  };
  return { intent, random, seen, end, confirm, confirmed: Promise.race([confirmed, over]), killed: [] };
};

const deferred = () => {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

/** Waits until handlers that still run have ended and effects on their way have landed, and returns what there is. */
const untilQuiet = async (ledger, intent) => {
  for (;;) {
    await pause(100);
    const { effects, pending, running } = await ledger.about(intent);
    if (pending === 0 && !running.some(isAlive)) return { effects, running };
  }
};
