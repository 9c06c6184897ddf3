import { idempotencyKeyMetaKey } from '@recourse/server';
import { afterAll, expect, it } from 'vitest';
import { startProxy, throughRemote } from '../src/bridges/index.mjs';
import { inspector016, inspector212 } from '../src/clients/index.mjs';
import { doorStdio, startDoorWithKey } from '../src/servers/index.mjs';
import { cases, expectSeen } from './expect-seen.mjs';

const door = await startDoorWithKey();
const proxy = await startProxy(doorStdio('recourse'));
afterAll(() => Promise.all([door.close(), proxy.close()]));

const failure = cases.filter(({ name }) => name === 'a failure of the tool');

/** Every call is two to four processes, so one case has to stand for all through a bridge. */
const ways = [
  { way: 'over stdio', endpoint: doorStdio('recourse'), asked: cases },
  { way: 'over HTTP with a key', endpoint: door.endpoint('recourse'), asked: cases },
  { way: 'through mcp-remote with a key', endpoint: throughRemote(door.endpoint('recourse')), asked: failure },
  { way: 'through mcp-proxy', endpoint: { url: proxy.url }, asked: failure },
];

/** Version 2 looks the tool up itself and never calls one that is not listed. */
const isCalled = (/** @type {object} */ client, /** @type {string} */ tool) =>
  client === inspector016 || tool === 'find_ticket';

const printed = [inspector016, inspector212].flatMap((client) =>
  ways.flatMap(({ asked, ...way }) =>
    asked.filter(({ tool }) => isCalled(client, tool)).map((one) => ({ client, ...way, one })),
  ),
);

it.concurrent.each(printed)(
  '$client.name $way prints $one.name',
  async ({ client, endpoint, one: { tool, args, ...expected } }) => {
    const connection = await client.connect(endpoint);
    await expectSeen(await connection.callTool(tool, args), expected, 'recourse');
  },
);

it.concurrent.each([
  { client: inspector016, id: 16 },
  { client: inspector212, id: 212 },
])('$client.name confirms with a token', async ({ client, id }) => {
  const connection = await client.connect(door.endpoint('recourse'));
  const asking = await connection.callTool('close_ticket', { id });
  const { next_actions } = await expectSeen(asking, { code: 'CONFIRMATION_REQUIRED', recovery: 'confirm' }, 'recourse');
  const [next] = next_actions;
  const confirmed = await connection.callTool(next.tool, next.arguments);
  await expectSeen(confirmed, { value: { id, closed: true } }, 'recourse');
});

it('Inspector 2.12 gets the stored outcome for the same idempotency key', async () => {
  const connection = await inspector212.connect(door.endpoint('recourse'));
  const call = () => connection.callTool('note_ticket', { id: 99 }, { meta: { [idempotencyKeyMetaKey]: 'once' } });
  const outcomes = [await call(), await call()].map(
    ({ structuredContent }) => structuredContent._meta.replayed ?? false,
  );
  expect(outcomes).toEqual([false, true]);
});
