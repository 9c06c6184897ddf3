import { once } from 'node:events';
import { connect } from 'node:net';
import type { ServerOptions } from '@recourse/engine';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openHttp, sessionHeaders } from '../testing/open-http.ts';
import { initialize, toolCall } from '../testing/open-stdio.ts';
import { post, say } from '../testing/say.ts';
import { createTickets } from '../testing/tickets.ts';
import type { ServeHttpOptions } from './serve-http.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

const people: Partial<ServerOptions> = {
  identity: {
    identify: ({ key }) => (key === 'ann' || key === 'bob' ? { id: key, trust: 'validated' } : undefined),
    hasKeys: () => Promise.resolve(true),
  },
};

const open = async (options: ServeHttpOptions) => {
  const http = await openHttp(createTickets(people).server, options);
  opened.push(http);
  return http;
};

const keyOf = (name: string) => ({ authorization: `Bearer ${name}` });
const find = toolCall(1, 'find_ticket', { id: 7 });
const crowded = { error: { data: { code: 'RATE_LIMIT_CONCURRENCY', recovery: 'wait' } } };

describe('the sessions of a principal', () => {
  it('are limited, with Retry-After, without affecting other principals', async () => {
    const { ask } = await open({ limits: { sessionsPerPrincipal: 2 } });
    const begin = (name: string) => ask({ headers: { ...sessionHeaders, ...keyOf(name) }, body: initialize() });
    const [first, second, third] = [await begin('ann'), await begin('ann'), await begin('ann')];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(third).toMatchObject({ status: 429, json: { id: 'hello', ...crowded } });
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect((await begin('bob')).status).toBe(200);
    const id = String(first.headers['mcp-session-id']);
    await ask({ method: 'DELETE', headers: { ...sessionHeaders, ...keyOf('ann'), 'mcp-session-id': id } });
    expect((await begin('ann')).status).toBe(200);
  });

  it('of all together are limited too', async () => {
    const { ask } = await open({ limits: { sessions: 1 } });
    const begin = (name: string) => ask({ headers: { ...sessionHeaders, ...keyOf(name) }, body: initialize() });
    expect((await begin('ann')).status).toBe(200);
    const refused = await begin('bob');
    expect(refused).toMatchObject({ status: 429, json: crowded });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('the connections of a principal', () => {
  const limits = { connectionsPerPrincipal: 1 };

  /** Opens a connection, makes a call on it, and keeps it open. */
  const hold = async (port: number, name: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(post(find, `authorization: Bearer ${name}`));
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    expect(chunk.toString()).toContain('HTTP/1.1 200');
    return socket;
  };

  it('are limited, with Retry-After, without affecting other principals', async () => {
    const { port } = await open({ limits });
    const held = await hold(port, 'ann');
    const refused = await say(port, post(find, 'authorization: Bearer ann'));
    expect(refused).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*RATE_LIMIT_CONCURRENCY/u);
    const other = await hold(port, 'bob');
    held.destroy();
    await vi.waitFor(async () => {
      const again = await say(port, post(find, 'authorization: Bearer ann', 'connection: close'));
      expect(again).toContain('HTTP/1.1 200');
    });
    other.destroy();
  });

  it('belong to the principal of their latest request', async () => {
    const { port } = await open({ limits });
    const socket = await hold(port, 'ann');
    socket.write(post(find, 'authorization: Bearer bob'));
    await once(socket, 'data');
    const own = await hold(port, 'ann');
    for (const one of [socket, own]) one.destroy();
  });

  it('are not those of a trusted proxy', async () => {
    const { port } = await open({ limits, trustedProxies: ['127.0.0.1'] });
    const sockets = [await hold(port, 'ann'), await hold(port, 'ann')];
    for (const socket of sockets) socket.destroy();
  });

  it('beyond the limit of all are told when to come again', async () => {
    const { port } = await open({ limits: { connections: 1 } });
    const held = await hold(port, 'ann');
    expect(await say(port, post(find))).toMatch(
      /^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*RATE_LIMIT_CONCURRENCY/u,
    );
    held.destroy();
  });
});
