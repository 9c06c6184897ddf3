import { afterAll, expect, it, vi } from 'vitest';
import { startProxy, throughRemote } from '../src/bridges/index.mjs';
import { sdk120, sdk124, sdk132, sdk24Legacy, sdk24Modern } from '../src/clients/index.mjs';
import { doorStdio, startDoorWithKey } from '../src/servers/index.mjs';
import { expectSeen } from './expect-seen.mjs';

const door = await startDoorWithKey();
const proxy = await startProxy(doorStdio('recourse'));
afterAll(() => Promise.all([door.close(), proxy.close()]));

/** mcp-proxy is a client of its own, which shows no dialogues: there the token comes instead. */
const ways = [
  { way: 'over stdio', endpoint: doorStdio('recourse'), shown: true },
  { way: 'over HTTP with a key', endpoint: door.endpoint('recourse'), shown: true },
  { way: 'through mcp-remote with a key', endpoint: throughRemote(door.endpoint('recourse')), shown: true },
  { way: 'through mcp-proxy', endpoint: { url: proxy.url }, shown: false },
];

const pairs = [sdk120, sdk124, sdk132, sdk24Legacy, sdk24Modern].flatMap((client) =>
  ways.map((way) => ({ client, ...way })),
);

it.each(pairs)('the user of $client.name $way is asked: $shown', async ({ client, endpoint, shown }) => {
  const elicit = vi.fn(({ message }) =>
    message.includes('ticket 1?') ? { action: 'accept', content: { confirm: true } } : { action: 'decline' },
  );
  const connection = await client.connect(endpoint, { elicit });
  const accepted = await connection.callTool('close_ticket', { id: 1 });
  const declined = await connection.callTool('close_ticket', { id: 2 });
  const { done } = await expectSeen(await connection.callTool('read_log', { id: 2 }), {}, 'recourse');
  await connection.close();
  const asked = { code: 'CONFIRMATION_REQUIRED', recovery: 'confirm' };
  await expectSeen(accepted, shown ? { value: { id: 1, closed: true } } : asked, 'recourse');
  await expectSeen(declined, shown ? { code: 'CONFIRMATION_DENIED', recovery: 'report' } : asked, 'recourse');
  expect(elicit).toHaveBeenCalledTimes(shown ? 2 : 0);
  expect(done).toEqual([]);
});
