import { createServerHealth, recovering } from '@recourse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLab } from '../src/lab.mjs';
import { outcomeOf } from '../src/outcome.mjs';
import { callOf, servers } from '../src/servers.mjs';
import { createWatch } from '../src/watch.mjs';

/** Every tool that writes, with a good call of it. */
const writes = servers.flatMap((server) =>
  server.writes
    .filter((tool) => server.well[tool])
    .map((tool) => ({ server, name: server.name, tool, arguments: server.well[tool] })),
);
/** All of them with the second generation of the SDK, and the first of each server with the first. */
const cases = [
  ...writes.map((write) => ({ ...write, generation: 'SDK 2' })),
  ...writes
    .filter(({ server }, index) => writes.findIndex((write) => write.server === server) === index)
    .map((write) => ({ ...write, generation: 'SDK 1' })),
];
/** How the generations call what they throw. */
const lost = { 'SDK 2': 'REQUEST_TIMEOUT', 'SDK 1': -32_001 };
const closed = { 'SDK 2': 'CONNECTION_CLOSED', 'SDK 1': -32_000 };
/** So long does a caller wait for an answer that does not come. */
const timeout = 400;

/** The same call several times, each with an answer that is lost in another way; once each must it take effect. */
describe.each(cases)('$name: a call of $tool by $generation whose answer is lost', (lostCall) => {
  const { server, tool, arguments: args, generation } = lostCall;
  /** The expected world after each number of calls, made once each by a plain client without faults. */
  const worlds = [];
  // More answers in a row are lost here than a client tolerates without a pause.
  const watch = createWatch({ health: createServerHealth({ faults: 100 }) });
  let lab;
  let inner;
  let client;
  let made = 0;

  beforeAll(async () => {
    const plain = await openLab(server, { generation });
    const plainClient = await plain.connect();
    for (let calls = 0; calls < 6; calls += 1) {
      worlds.push(plain.normalise(await plain.snapshot()));
      await plainClient.callTool(callOf(server, { tool, arguments: args }, plain.world));
    }
    await plain.close();
    lab = await openLab(server, { generation });
    inner = await lab.connect();
    client = recovering(inner, { reconnect: lab.connect, ...watch.options });
  });
  afterAll(() => lab?.close());

  const lose = async (fault, options, by = client) => {
    watch.clear();
    const sent = lab.tape.calls.length;
    lab.tape.faults.push(fault);
    const swallowed = fault === 'kill before answer' ? undefined : lab.tape.nextSwallowed();
    const { thrown } = await outcomeOf(lab, by, callOf(server, { tool, arguments: args }, lab.world), options);
    await swallowed;
    made += 1;
    expect(lab.tape.calls.length - sent).toBe(1);
    return thrown;
  };
  const expectWorld = async () => expect(lab.normalise(await lab.snapshot())).toEqual(worlds[made]);

  it('on the way is not made again, and is in doubt', async () => {
    expect(await lose('swallow', { timeout })).toMatchObject({ code: lost[generation] });
    expect(watch.ends()).toEqual(['in_doubt']);
    await expectWorld();
  });

  it('until the budget is spent is not made again', async () => {
    const short = recovering(inner, { ...watch.options, budget: { seconds: timeout / 1_000 } });
    expect(await lose('swallow', undefined, short)).toMatchObject({ code: lost[generation] });
    expect(watch.ends()).toEqual(['in_doubt']);
    await expectWorld();
  });

  it('and which the caller takes back is not made again', async () => {
    const abort = new AbortController();
    void lab.tape.nextSwallowed().then(() => abort.abort());
    expect(await lose('swallow', { signal: abort.signal })).toBeDefined();
    expect(watch.ends()).toEqual(['in_doubt']);
    await expectWorld();
  });

  it('because the server is killed after it has done it, is not made again', async () => {
    expect(await lose('kill after answer')).toMatchObject({ code: closed[generation] });
    expect(watch.ends()).toEqual(['in_doubt']);
    if (!server.keepsNothing) await expectWorld();
  });

  it('because the server is killed as soon as it has it, is not made again, nor by a server that is new', async () => {
    expect(await lose('kill before answer')).toMatchObject({ code: closed[generation] });
    expect(watch.steps.map(({ kind }) => kind)).toContain('reconnect');
    expect(watch.ends()).toEqual(['in_doubt']);
    if (server.keepsNothing) return;
    const world = lab.normalise(await lab.snapshot());
    expect([worlds[made - 1], worlds[made]]).toContainEqual(world);
    const look = Object.keys(server.well).find((name) => !server.writes.includes(name));
    const call = callOf(server, { tool: look, arguments: server.well[look] }, lab.world);
    await outcomeOf(lab, client, call);
    expect(lab.tape.calls.at(-1)).toMatchObject({ name: look });
    expect(lab.normalise(await lab.snapshot())).toEqual(world);
  });
});
