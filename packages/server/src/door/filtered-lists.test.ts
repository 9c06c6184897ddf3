import type { Principal } from '@recourse/engine';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { modernHeaders, openHttp, sessionHeaders } from '../testing/open-http.ts';
import { createTickets } from '../testing/tickets.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((serving) => serving.close()));
});

/** The rights of three keys. `note` and `closer` are of one principal. */
const principals: Readonly<Record<string, Principal>> = {
  find: { id: 'ann', trust: 'validated', tools: ['find_ticket', 'scan_tickets'] },
  note: { id: 'bob', trust: 'validated', tools: ['note_ticket', 'recourse_confirm'] },
  closer: { id: 'bob', trust: 'validated', tools: ['close_ticket', 'recourse_confirm'] },
  low: { id: 'eve', trust: 'generated' },
  approver: { id: 'kim', trust: 'certified', role: 'approver', tools: [] },
};

const offered: Readonly<Record<string, readonly string[]>> = {
  find: ['find_ticket', 'scan_tickets'],
  note: ['note_ticket', 'recourse_confirm'],
  low: ['find_ticket', 'scan_tickets'],
  approver: [],
};

const open = async () => {
  const identity = { identify: ({ key = '' }) => principals[key], hasKeys: () => Promise.resolve(true) };
  const tickets = createTickets({ identity, changes: ['tools'] });
  const http = await openHttp(tickets.server);
  opened.push(http);
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  const rpc = (key: string, method: string, params: object = {}, headers: object = {}) =>
    http.ask({ headers: { ...as(key), ...headers }, body: { jsonrpc: '2.0', id: 1, method, params } });
  return { ...tickets, http, as, rpc };
};

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const names = (tools: unknown): readonly string[] => (tools as readonly { name: string }[]).map(({ name }) => name);
const listedIn = ({ json }: { json: Record<string, unknown> }): readonly string[] =>
  names((json['result'] as { tools: unknown }).tools);

const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

describe('lists of tools', () => {
  it.each(Object.keys(offered))('show the key %s what it may call, on every path', async (key) => {
    const { http, as, rpc } = await open();
    const expected = offered[key] ?? [];
    expect(listedIn(await rpc(key, 'tools/list'))).toEqual(expected);
    expect(listedIn(await rpc(key, 'tools/list', { _meta: meta }, modernHeaders('tools/list')))).toEqual(expected);
    const handshake = await rpc(key, 'initialize', initialize, sessionHeaders);
    const session = { ...sessionHeaders, 'mcp-session-id': String(handshake.headers['mcp-session-id']) };
    expect(listedIn(await rpc(key, 'tools/list', {}, session))).toEqual(expected);
    const rest = await http.ask({ method: 'GET', path: '/tickets/tools', headers: as(key) });
    expect(names(rest.json['tools'])).toEqual(expected);
    const document = await http.ask({ method: 'GET', path: '/tickets/openapi.json', headers: as(key) });
    const paths = Object.keys(document.json['paths'] as object);
    expect(paths.map((path) => path.replace('/tickets/tools/', ''))).toEqual(expected);
    const contract = await rpc(key, 'resources/read', { uri: 'recourse://contract' }, session);
    const { contents } = contract.json['result'] as { contents: readonly [{ text: string }] };
    expect(Object.keys((JSON.parse(contents[0].text) as { tools: object }).tools)).toEqual(expected);
  });

  it('show a key no other tool by itself, and suggest none', async () => {
    const { http, as, rpc, done } = await open();
    const show = (key: string, tool: string) =>
      http.ask({ method: 'GET', path: `/tickets/tools/${tool}`, headers: as(key) });
    expect(await show('note', 'note_ticket')).toMatchObject({ status: 200, json: { name: 'note_ticket' } });
    expect(await show('find', 'note_ticket')).toMatchObject({ status: 404 });
    expect((await show('find', 'note_tickt')).text).not.toContain('note_ticket');
    const call = (key: string) => rpc(key, 'tools/call', { name: 'note_tickt', arguments: {} });
    expect((await call('note')).text).toContain('note_ticket');
    expect((await call('find')).text).not.toContain('note_ticket');
    expect((await rpc('find', 'tools/call', { name: 'note_ticket', arguments: { id: 1, text: '' } })).text).toContain(
      'PERMISSION_DENIED',
    );
    expect(done).toEqual([]);
  });

  it('are private to the caller, and are not sent again if the tag is unchanged', async () => {
    const { http, as } = await open();
    const get = (key: string, headers: object = {}) =>
      http.ask({ method: 'GET', path: '/tickets/tools', headers: { ...as(key), ...headers } });
    const first = await get('find');
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'authorization' });
    const { etag = '' } = first.headers;
    expect(await get('find', { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    expect(await get('note', { 'if-none-match': etag })).toMatchObject({ status: 200 });
    const fromPage = await get('find', { origin: 'http://localhost' });
    expect(fromPage.headers.vary).toBe('origin, authorization');
  });
});

describe('a session', () => {
  it('serves each request with the rights of its own key', async () => {
    const { rpc, done } = await open();
    const handshake = await rpc('note', 'initialize', initialize, sessionHeaders);
    const session = { ...sessionHeaders, 'mcp-session-id': String(handshake.headers['mcp-session-id']) };
    expect(listedIn(await rpc('closer', 'tools/list', {}, session))).toEqual(['close_ticket', 'recourse_confirm']);
    expect(listedIn(await rpc('note', 'tools/list', {}, session))).toEqual(offered['note']);
    const note = { name: 'note_ticket', arguments: { id: 1, text: 'a' } };
    expect((await rpc('closer', 'tools/call', note, session)).text).toContain('PERMISSION_DENIED');
    expect(done).toEqual([]);
    expect((await rpc('note', 'tools/call', note, session)).json).toMatchObject({
      result: { structuredContent: { ok: true } },
    });
  });
});

describe('a held call', () => {
  it('is not made for a key that is not allowed to call the tool, even of the same principal', async () => {
    const { rpc, done } = await open();
    const asked = await rpc('closer', 'tools/call', { name: 'close_ticket', arguments: { id: 1 } });
    const token = /"confirmation_token":"([^"]+)"/u.exec(asked.text.replaceAll('\\"', '"'))?.[1];
    expect(token).toBeDefined();
    const confirm = { name: 'recourse_confirm', arguments: { confirmation_token: token } };
    expect((await rpc('note', 'tools/call', confirm)).text).toContain('PERMISSION_DENIED');
    expect(done).toEqual([]);
    expect((await rpc('closer', 'tools/call', confirm)).text).toContain('"closed":true');
    expect(done).toEqual(['close 1']);
  });
});

describe('changed tools', () => {
  it('concern the callers that may call one of them', async () => {
    const { server } = await open();
    const concerns = (key: string, ...tools: string[]): boolean =>
      server.concerns(principals[key], { list: 'tools', tools });
    expect([concerns('find', 'find_ticket'), concerns('note', 'find_ticket')]).toEqual([true, false]);
    expect([concerns('low', 'close_ticket'), concerns('low', 'find_ticket')]).toEqual([false, true]);
    // A tool that is gone was offered to every key without a list.
    expect([concerns('low', 'gone'), concerns('find', 'gone'), concerns('approver', 'gone')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(server.concerns(undefined, { list: 'tools', tools: ['find_ticket'] })).toBe(false);
    expect(server.concerns(undefined, 'tools')).toBe(true);
  });

  it('are told to the sessions that they concern, and to no other', async () => {
    const { server, http, as, rpc } = await open();
    const listen = async (key: string) => {
      const handshake = await rpc(key, 'initialize', initialize, sessionHeaders);
      const session = { ...as(key), 'mcp-session-id': String(handshake.headers['mcp-session-id']) };
      const ended = new AbortController();
      const stream = await fetch(http.url, {
        headers: { ...session, accept: 'text/event-stream' },
        signal: ended.signal,
      });
      let text = '';
      const read = async (): Promise<void> => {
        for await (const chunk of stream.body ?? []) text += Buffer.from(chunk).toString();
      };
      read().catch(() => undefined);
      opened.push({ close: async () => ended.abort() });
      return () => text.split('list_changed').length - 1;
    };
    const [find, note] = [await listen('find'), await listen('note')];
    server.notify({ list: 'tools', tools: ['find_ticket'] });
    await vi.waitFor(() => expect(find()).toBe(1));
    server.notify('tools');
    await vi.waitFor(() => expect([find(), note()]).toEqual([2, 1]));
  });
});
