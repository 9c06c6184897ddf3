import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLab } from '../src/lab.mjs';
import { outcomeOf } from '../src/outcome.mjs';
import { callOf, groupsOf, servers } from '../src/servers.mjs';
import { createWatch } from '../src/watch.mjs';

const times = 5;

describe.each(servers)('$name: a caller who makes the same bad call repeatedly', (server) => {
  const watch = createWatch();
  let plain;
  let lab;
  let clients;
  beforeAll(async () => {
    plain = await openLab(server);
    lab = await openLab(server);
    clients = [await plain.connect(), await lab.connectWrapped(watch.options)];
  });
  afterAll(() => Promise.all([plain?.close(), lab?.close()]));

  it.each(groupsOf(server)[0].cases)('$tool: $case is told so every time', async (bad) => {
    const expected = await outcomeOf(plain, clients[0], callOf(server, bad, plain.world));
    const hasFailed = expected.thrown !== undefined || expected.result.isError === true;
    watch.clear();
    lab.tape.calls.splice(0);
    const outcomes = [];
    for (let call = 0; call < times; call += 1)
      outcomes.push(await outcomeOf(lab, clients[1], callOf(server, bad, lab.world)));
    expect(outcomes.map(({ thrown, result }) => thrown !== undefined || result.isError === true)).toEqual(
      Array(times).fill(hasFailed),
    );
    // Words may be otherwise the next time, so every call is sent, and shown as it was answered.
    expect(outcomes).toEqual(Array(times).fill(expected));
    expect(lab.tape.calls).toHaveLength(times);
  });
});
