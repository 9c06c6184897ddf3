import { linkClient } from '@recourse/testkit';
import { describe, expect, it, vi } from 'vitest';
import { createDesk } from '../../testing/desk.ts';
import { initialize, initialized, openStdio } from '../../testing/open-stdio.ts';

type Told = (change: string) => void;

const open = async (protocol: 'session' | '2026-07-28') => {
  const { server } = createDesk();
  const linked = await linkClient(server, { protocol });
  const told = vi.fn<Told>();
  const { client } = linked;
  client.setNotificationHandler('notifications/tools/list_changed', () => told('tools'));
  client.setNotificationHandler('notifications/prompts/list_changed', () => told('prompts'));
  client.setNotificationHandler('notifications/resources/list_changed', () => told('resources'));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => told(params.uri));
  const changes = (): readonly string[] => told.mock.calls.map(([change]) => change);
  return { ...linked, server, changes };
};

describe('changes in a session', () => {
  it('are announced, and every client is notified of changed lists', async () => {
    const { client, server, changes, close } = await open('session');
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
    });
    server.notify('tools');
    server.notify('prompts');
    server.notify('resources');
    await vi.waitFor(() => expect(changes()).toEqual(['tools', 'prompts', 'resources']));
    await close();
  });

  it('are sent about a resource only to clients that subscribe to it', async () => {
    const { client, server, changes, close } = await open('session');
    server.notify({ resource: 'desk://rules' });
    await client.subscribeResource({ uri: 'desk://rules' });
    await client.subscribeResource({ uri: 'desk://drawers/top/pen' });
    server.notify({ resource: 'desk://rules' });
    server.notify({ resource: 'desk://photo' });
    server.notify({ resource: 'desk://drawers/top/pen' });
    await client.unsubscribeResource({ uri: 'desk://rules' });
    server.notify({ resource: 'desk://rules' });
    server.notify('tools');
    await vi.waitFor(() => expect(changes()).toEqual(['desk://rules', 'desk://drawers/top/pen', 'tools']));
    await expect(client.subscribeResource({ uri: 'desk://nowhere' })).rejects.toMatchObject({ code: -32602 });
    await close();
  });
});

describe('changes on 2026-07-28', () => {
  it('are sent only to listeners, and only about their subjects', async () => {
    const { client, server, changes, close } = await open('2026-07-28');
    server.notify('tools');
    const subscription = await client.listen({ promptsListChanged: true, resourceSubscriptions: ['desk://rules'] });
    server.notify('tools');
    server.notify({ resource: 'desk://photo' });
    server.notify({ resource: 'desk://rules' });
    server.notify('prompts');
    await vi.waitFor(() => expect(changes()).toEqual(['desk://rules', 'prompts']));
    await subscription.close();
    await close();
  });
});

it('are told over stdio, although nothing but tools was asked for', async () => {
  const { server } = createDesk();
  const { send, received, close } = await openStdio(server);
  const listed = vi.spyOn(server.changes, 'subscribe');
  send(initialize(), initialized);
  await vi.waitFor(() => expect(listed).toHaveBeenCalled());
  server.notify('tools');
  expect((await received(2))[1]).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  await close();
});

it('end with the connection', async () => {
  const { server } = createDesk();
  const listeners = new Set<unknown>();
  const subscribe: typeof server.changes.subscribe = (listener) => {
    const end = server.changes.subscribe(listener);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      end();
    };
  };
  const watched = { ...server, changes: { ...server.changes, subscribe } };
  for (const protocol of ['session', '2026-07-28'] as const) {
    const { client, close } = await linkClient(watched, { protocol });
    await client.listTools();
    expect(listeners.size).toBe(1);
    await close();
    expect(listeners.size).toBe(0);
  }
});

describe.each(['session', '2026-07-28'] as const)('log lines (%s)', (protocol) => {
  const listen = async () => {
    const linked = await open(protocol);
    const lines = vi.fn<(line: unknown) => void>();
    linked.client.setNotificationHandler('notifications/message', ({ params }) =>
      lines({ level: params.level, data: params.data }),
    );
    return { ...linked, lines: () => lines.mock.calls.map(([line]) => line) };
  };
  const warning = { level: 'warning', data: { about: 'the desk', wobbles: true } };
  const detail = { level: 'debug', data: 'a detail' };

  it('reach a client that wants them, from the level that it wants', async () => {
    const { callTool, client, lines, close } = await listen();
    const meta = { 'io.modelcontextprotocol/logLevel': 'debug' };
    if (protocol === 'session') await client.setLoggingLevel('debug');
    await callTool('talk', {}, protocol === 'session' ? {} : { meta });
    await vi.waitFor(() => expect(lines()).toEqual([detail, warning]));
    if (protocol === 'session') await client.setLoggingLevel('info');
    const higher = { 'io.modelcontextprotocol/logLevel': 'info' };
    await callTool('talk', {}, protocol === 'session' ? {} : { meta: higher });
    await vi.waitFor(() => expect(lines()).toEqual([detail, warning, warning]));
    await close();
  });

  it('keep from a client of 2026-07-28 that did not ask for them', async () => {
    const { callTool, lines, close } = await listen();
    expect((await callTool('talk')).structuredContent).toMatchObject({ talked: true });
    expect(lines()).toEqual(protocol === 'session' ? [detail, warning] : []);
    await close();
  });
});
