import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProxy, throughRemote } from '../src/bridges/index.mjs';
import { aiSdk, mcpClient } from '../src/clients/index.mjs';
import { doorStdio, startDoor, startDoorWithKey } from '../src/servers/index.mjs';
import { cases, expectSeen } from './expect-seen.mjs';

const door = await startDoor();
const doorWithKey = await startDoorWithKey();
const proxy = await startProxy(doorStdio('recourse'));
afterAll(() => Promise.all([door.close(), doorWithKey.close(), proxy.close()]));

const ways = [
  { way: 'over stdio', endpoint: doorStdio('recourse') },
  { way: 'over HTTP', endpoint: door.endpoint('recourse') },
  { way: 'through mcp-remote', endpoint: throughRemote(door.endpoint('recourse')) },
  { way: 'through mcp-proxy', endpoint: { url: proxy.url } },
];
const pairs = [
  ...[aiSdk, mcpClient].flatMap((client) => ways.map((way) => ({ client, ...way }))),
  { client: aiSdk, way: 'over HTTP with a key', endpoint: doorWithKey.endpoint('recourse') },
];

let lastTicket = 5000;

describe.each(pairs)('$client.name $way', ({ client, endpoint }) => {
  /** @type {import('../src/clients/sdk-client.mjs').Connection} */
  let connection;
  beforeAll(async () => {
    connection = await client.connect(endpoint);
  });
  afterAll(() => connection?.close());

  /** The AI SDK can call only listed tools. */
  const asked = cases.filter(({ tool }) => client !== aiSdk || tool === 'find_ticket');

  it.each(asked)('sees $name', async ({ tool, args, ...expected }) => {
    await expectSeen(await connection.callTool(tool, args), expected, 'recourse');
  });

  it('confirms with a token', async () => {
    const id = (lastTicket += 1);
    const ask = { code: 'CONFIRMATION_REQUIRED', recovery: 'confirm' };
    const { next_actions } = await expectSeen(await connection.callTool('close_ticket', { id }), ask, 'recourse');
    const [next] = next_actions;
    expect(next.tool).toBe('recourse_confirm');
    const confirmed = await connection.callTool(next.tool, next.arguments);
    await expectSeen(confirmed, { value: { id, closed: true } }, 'recourse');
  });
});
