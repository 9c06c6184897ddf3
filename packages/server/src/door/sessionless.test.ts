import { createServer, defineTool } from '@recourse/engine';
import { dialClient } from '@recourse/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveHttp } from './open-http.ts';
import type { HttpServing, ServeHttpOptions } from './serve-http.ts';

const echo = defineTool({
  name: 'echo',
  description: 'Echoes.',
  input: z.strictObject({ text: z.string() }),
  operation: 'query',
  danger: 'safe',
  errors: [],
  run: ({ arguments: { text } }) => ({ text }),
});

describe('a client of an older revision', () => {
  let serving: HttpServing | undefined;
  afterEach(() => serving?.close());
  const start = async (options: ServeHttpOptions, spansMachines = false): Promise<HttpServing> => {
    const server = createServer({
      name: 'desk',
      tools: [echo],
      resources: [{ uri: 'desk://rules', name: 'rules', read: () => 'Be tidy.' }],
      changes: ['tools', 'contents'],
      stores: { spansMachines },
    });
    return (serving = await serveHttp(server, { port: 0, ...options }));
  };

  it.each<[string, ServeHttpOptions, boolean, boolean]>([
    ['gets a session in one process', {}, false, true],
    ['gets none if the store spans machines', {}, true, false],
    ['gets one there if the operator says so', { sessions: true }, true, true],
    ['gets none anywhere if the operator says so', { sessions: false }, false, false],
  ])('%s', async (_, options, spansMachines, expected) => {
    const { url, sessions } = await start(options, spansMachines);
    expect(sessions).toBe(expected);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
      }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.has('mcp-session-id')).toBe(expected);
    await response.text();
  });

  it('is served without a session, and is promised nothing that needs one', async () => {
    const { url } = await start({ sessions: false });
    const { client, callTool, close } = await dialClient(url);
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {} });
    expect(JSON.stringify(client.getServerCapabilities())).not.toMatch(/listChanged|subscribe/);
    expect((await callTool('echo', { text: 'hi' })).structuredContent).toMatchObject({ text: 'hi' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
    expect((await client.readResource({ uri: 'desk://rules' })).contents).toHaveLength(1);
    await close();
  });

  it('gets 404 for a session of another process, so that it starts a new one', async () => {
    const { url } = await start({ sessions: false });
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': 'of-another-process',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ id: 1, error: { data: { code: 'NOT_FOUND_RESOURCE' } } });
  });
});
