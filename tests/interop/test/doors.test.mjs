import { confirmationTokenMetaKey, idempotencyKeyMetaKey } from '@recourse/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startProxy, throughRemote } from '../src/bridges/index.mjs';
import { sdk120, sdk124, sdk132, sdk24Legacy, sdk24Modern } from '../src/clients/index.mjs';
import { doorStdio, startDoor, startDoorWithKey } from '../src/servers/index.mjs';
import { cases, expectSeen } from './expect-seen.mjs';

const door = await startDoor();
const doorWithKey = await startDoorWithKey();
const proxy = await startProxy(doorStdio('recourse'));
afterAll(() => Promise.all([door.close(), doorWithKey.close(), proxy.close()]));

const clients = [sdk120, sdk124, sdk132, sdk24Legacy, sdk24Modern];

/**
 * How a client gets to the server, and whom it is taken for there. mcp-remote passes the wish to stop a request on as a
 * message, and over HTTP a request that stands alone is stopped by hanging up: that one wish does not arrive.
 */
const ways = [
  { way: 'over stdio', endpoint: doorStdio('recourse'), principal: 'local' },
  { way: 'over HTTP', endpoint: door.endpoint('recourse'), principal: 'local' },
  { way: 'over HTTP with a key', endpoint: doorWithKey.endpoint('recourse'), principal: 'ann' },
  { way: 'through mcp-remote', endpoint: throughRemote(door.endpoint('recourse')), principal: 'local', deaf: true },
  {
    way: 'through mcp-remote with a key',
    endpoint: throughRemote(doorWithKey.endpoint('recourse')),
    principal: 'ann',
    deaf: true,
  },
  { way: 'through mcp-proxy', endpoint: { url: proxy.url }, principal: 'local' },
];

const pairs = clients.flatMap((client) => ways.map((way) => ({ client, ...way })));

const waitMs = 20_000;

/** Each test uses its own ticket, because the servers are shared. */
let lastTicket = 1000;
const newTicket = () => (lastTicket += 1);

describe.each(pairs)('$client.name $way', ({ client, endpoint, principal, deaf }) => {
  /** @type {import('../src/clients/sdk-client.mjs').Connection} */
  let connection;
  beforeAll(async () => {
    connection = await client.connect(endpoint);
  });
  afterAll(() => connection?.close());

  const logOf = async (/** @type {number} */ id) =>
    expectSeen(await connection.callTool('read_log', { id }), {}, 'recourse');

  it.each(cases)('sees $name', async ({ tool, args, ...expected }) => {
    await expectSeen(await connection.callTool(tool, args), expected, 'recourse');
  });

  it('confirms with a token, by the tool for that and by repeating the call', async () => {
    const ask = { code: 'CONFIRMATION_REQUIRED', recovery: 'confirm' };
    const [one, other] = [newTicket(), newTicket()];
    const asked = await expectSeen(await connection.callTool('close_ticket', { id: one }), ask, 'recourse');
    const [next] = asked.next_actions;
    const confirmed = await connection.callTool(next.tool, next.arguments);
    await expectSeen(confirmed, { value: { id: one, closed: true } }, 'recourse');
    const again = await expectSeen(await connection.callTool('close_ticket', { id: other }), ask, 'recourse');
    const meta = { [confirmationTokenMetaKey]: again.details.confirmation_token };
    const repeated = await connection.callTool('close_ticket', { id: other }, { meta });
    await expectSeen(repeated, { value: { id: other, closed: true } }, 'recourse');
    expect(await logOf(one)).toEqual({ principal, done: [`close ${one}`] });
    expect(await logOf(other)).toEqual({ principal, done: [`close ${other}`] });
  });

  it('gets the stored outcome for the same idempotency key', async () => {
    const id = newTicket();
    const meta = { [idempotencyKeyMetaKey]: `key ${id}` };
    const first = await connection.callTool('note_ticket', { id }, { meta });
    const second = await connection.callTool('note_ticket', { id }, { meta });
    await expectSeen(first, { value: { id, noted: true } }, 'recourse');
    await expectSeen(second, { value: { id, noted: true } }, 'recourse');
    expect([first, second].map(({ structuredContent }) => structuredContent._meta.replayed ?? false)).toEqual([
      false,
      true,
    ]);
    expect(await logOf(id)).toMatchObject({ done: [`note ${id}`] });
  });

  it('hears how far a call is', async () => {
    const id = newTicket();
    const onprogress = vi.fn();
    const scan = connection.callTool('scan_tickets', { id }, { onprogress });
    const half = expect.objectContaining({ progress: 1, total: 2, message: 'half way' });
    await vi.waitFor(() => expect(onprogress).toHaveBeenCalledWith(half), waitMs);
    await expectSeen(await connection.callTool('finish_scan', { id }), {}, 'recourse');
    await expectSeen(await scan, { value: { scanned: true } }, 'recourse');
  });

  it('stops a call', async () => {
    const id = newTicket();
    const stopping = new AbortController();
    const scan = connection.callTool('scan_tickets', { id }, { signal: stopping.signal });
    const given = expect(scan).rejects.toThrow();
    await vi.waitFor(async () => expect(await logOf(id)).toMatchObject({ done: [`scan ${id}`] }), waitMs);
    stopping.abort('enough');
    await given;
    const done = deaf && client === sdk24Modern ? [`scan ${id}`] : [`scan ${id}`, `stop ${id}`];
    await vi.waitFor(async () => expect(await logOf(id)).toMatchObject({ done }), waitMs);
  });
});
