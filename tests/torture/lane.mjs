import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { recoveringRest } from '@recourse/client';
import { callInProcesses, faults, newIntent } from './faults.mjs';
import { openProxy } from './proxy.mjs';
import { freePort, superviseServer } from './processes.mjs';

const leaseMs = 600;
const settlesWithinMs = 700;
const budget = { attempts: 8, seconds: 20 };

/** Lists the tools, however long a server takes to start again. */
const untilServed = async (client) => {
  for (const ends = Date.now() + 30_000; ;) {
    try {
      return await client.listTools();
    } catch (error) {
      if (Date.now() > ends) throw error;
      await pause(50);
    }
  }
};

/** Two servers on one store behind a proxy, and the means to disturb them. Episodes run one after the other. */
export const openLane = async ({ ledger, store, mutant, skewMs }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-torture-'));
  const settings = { ...store.settings(folder), leaseMs };
  const killing = new Set();
  const killed = { count: 0 };
  const onEffect = (mark, child) => {
    if (!killing.delete(mark)) return;
    killed.count += 1;
    child.kill('SIGKILL');
  };
  const servers = [];
  const ports = [await freePort(), await freePort()];
  for (const [index, port] of ports.entries()) {
    const given = { wire: 'HTTP', port, store: settings, ledger: ledger.url, settlesWithinMs, timeoutMs: 500, mutant };
    servers.push(await superviseServer(given, { onEffect, skewMs: index === 0 ? 0 : skewMs }));
  }
  const proxy = await openProxy(ports);
  const url = `${proxy.url}/torture`;

  const call = async (key, fault, args) => {
    const options = { budget, allow: ['find_effect'], loopGuard: false, createKey: () => key };
    const client = recoveringRest(url, options);
    // Faults start after the list of tools.
    await untilServed(client);
    if (fault.killsOnEffect) killing.add(key);
    const calling = client.recover(
      { name: 'act', arguments: args },
      fault.timeoutMs === undefined ? {} : { timeout: fault.timeoutMs },
    );
    return { calling, close: () => client.close() };
  };

  const run = async (name, random) => {
    const fault = faults[name];
    const world = { random, leaseMs, settlesWithinMs, proxy, servers, blockStore: store.block(settings) };
    const key = newIntent();
    const args = { object: 'the same for all', ...fault.args(world) };
    let intents;
    let meanwhile;
    if (fault.inProcess) {
      const keys = path.join(folder, `${key}.json`);
      const end = await callInProcesses({ url, keys, intent: key, key, budget, args }, random);
      intents = [{ key, end }];
    } else {
      const keys = [key];
      for (let also = 0; also < (fault.also ?? 0); also += 1) keys.push(fault.alsoWithOwnKey ? newIntent() : key);
      const calls = await Promise.all(keys.map((each) => call(each, fault, args)));
      meanwhile = fault.meanwhile?.(world);
      const ended = await Promise.all(calls.map(({ calling }) => calling));
      intents = ended.map((recovered, index) => ({ key: keys[index], end: recovered.end, why: recovered.explain() }));
      for (const { close } of calls) close();
    }
    await meanwhile;
    proxy.state.mood = 'pass';
    killing.delete(key);
    await Promise.all(servers.map((server) => server.ready()));
    // Handlers that still run end, and effects on their way land, before they are counted.
    await pause(args.beforeMs + args.blockMs + args.landsAfterMs + args.afterMs + 150);
    do await pause(100);
    while ((await ledger.waiting()) > 0);
    return { name, intents, args };
  };

  return {
    run,
    killed,
    close: async () => {
      await proxy.close();
      for (const server of servers) await server.close();
      await store.drop?.(settings);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
