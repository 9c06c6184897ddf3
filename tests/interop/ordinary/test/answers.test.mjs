import { clientCodes, ends } from '@recourse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLab } from '../src/lab.mjs';
import { outcomeOf } from '../src/outcome.mjs';
import { callOf, groupsOf, servers } from '../src/servers.mjs';
import { createWatch } from '../src/watch.mjs';

/** Calls the same in two copies of the world, once by the plain client and once by the wrapped one. */
const openPair = async (server, options) => {
  const plain = await openLab(server, options);
  const wrapped = await openLab(server, options);
  const watch = createWatch();
  return {
    plain,
    wrapped,
    watch,
    clients: [await plain.connect(), await wrapped.connectWrapped(watch.options)],
    close: () => Promise.all([plain.close(), wrapped.close()]),
  };
};

/** The wrapped client shows what the plain one shows, sends as much, and leaves the same world behind. */
const expectSame = async (pair, server, call) => {
  const { plain, wrapped, watch } = pair;
  const [one, other] = pair.clients;
  watch.clear();
  const sentBefore = wrapped.tape.calls.length;
  const expected = await outcomeOf(plain, one, callOf(server, call, plain.world));
  const outcome = await outcomeOf(wrapped, other, callOf(server, call, wrapped.world));
  expect(outcome).toEqual(expected);
  expect(wrapped.normalise(wrapped.tape.calls)).toEqual(plain.normalise(plain.tape.calls));
  expect(wrapped.tape.calls.length - sentBefore).toBeLessThanOrEqual(1);
  expect(wrapped.normalise(await wrapped.snapshot())).toEqual(plain.normalise(await plain.snapshot()));
  const hasFailed = expected.thrown !== undefined || expected.result.isError === true;
  // Words do not say whether a write took effect before it failed.
  const [failure] = watch.failures();
  expect(watch.ends()).toEqual([hasFailed ? (failure.effect === 'none' ? 'handed_over' : 'in_doubt') : 'succeeded']);
  return { failed: hasFailed };
};

/** The client takes from a server's prose only that the call failed, and at most a code. */
const expectNothingMadeOfWords = ({ watch }) => {
  expect(watch.questions).toEqual([]);
  expect(watch.waits).toEqual([]);
  expect(new Set(watch.steps.map(({ kind }) => kind))).toSatisfy((kinds) =>
    [...kinds].every((kind) => ['call', 'failure', 'end'].includes(kind)),
  );
  for (const { code, recovery, source, inferred } of watch.failures()) {
    if (source === 'inferred') {
      expect(inferred).toMatchObject({ words: expect.any(String), confidence: expect.any(String) });
      continue;
    }
    expect(clientCodes).toHaveProperty(['definitions', code]);
    expect([recovery, source]).toBeOneOf([
      ['report', 'prose'],
      ['report', 'protocol'],
    ]);
  }
  expect(ends).toEqual(expect.arrayContaining(watch.ends()));
};

const describeServer = (server, options, { before, cases }) => {
  let pair;
  beforeAll(async () => {
    pair = await openPair(server, { ...options, before });
    if (options.lists) for (const client of pair.clients) await client.listTools();
  });
  afterAll(() => pair?.close());

  it.each(cases)('$tool: $case is shown as the plain client shows it', async (bad) => {
    await expectSame(pair, server, bad);
    expectNothingMadeOfWords(pair);
  });
  if (before) return;

  const good = Object.entries(server.well).map(([tool, args]) => ({ tool, arguments: args }));
  it.each(good)('$tool: a good call is made once, and its answer is the server’s', async (call) => {
    expect(await expectSame(pair, server, call)).toEqual({ failed: false });
  });
};

/** A client that has listed the tools checks answers against their schemas; one that has not does not. */
const ways = [
  { way: 'SDK 2', generation: 'SDK 2', lists: false },
  { way: 'SDK 2 after a list of the tools', generation: 'SDK 2', lists: true },
  { way: 'SDK 1', generation: 'SDK 1', lists: false },
  { way: 'SDK 1 after a list of the tools', generation: 'SDK 1', lists: true },
];

describe.each(servers)('$name', (server) => {
  const [ordinary, ...troubled] = groupsOf(server);
  describe.each(ways)('with the client of $way', (options) => describeServer(server, options, ordinary));
  describe.each(troubled)('in trouble', (group) => describeServer(server, ways[0], group));
});
