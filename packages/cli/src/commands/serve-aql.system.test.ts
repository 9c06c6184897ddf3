import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnClient } from '@recourse/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { main, startServe } from '../testing/start-serve.ts';

let cwd: string;
let base: string;
let api: ReturnType<typeof createServer>;
beforeEach(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-serve-aql-'));
  api = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ asked: request.url }));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterEach(async () => {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  rmSync(cwd, { recursive: true });
});

const write = (name: string, change: (text: string) => string = (text) => text): string => {
  const text = `---
name: ${name}
type: adapter
version: "1.0.0"
description: Notes of ${name}
trust:
  level: validated
target:
  base_url: ${base}/${name}
  transport: http
  protocol: rest
  serialization: json
operations:
  read:
    - name: list_notes
      maps_to: "GET /notes"
      description: Lists the notes
---
`;
  const file = `${name}-adapter.md`;
  writeFileSync(path.join(cwd, file), change(text));
  return file;
};

const ask = async (url: string, tool: string): Promise<unknown> => {
  const response = await fetch(`${url}/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'list_notes' }),
  });
  return response.json();
};

it('serves each adapter over HTTP under its own name', async () => {
  const files = ['office', 'home'].flatMap((name) => ['--adapter', write(name)]);
  const { url, stop, said } = await startServe(cwd, 'aql', ...files, '--mode', 'single', '--http', '0');
  expect(said()).toContain("office: office-adapter.md, trusted as 'validated'.");
  expect(await ask(`${url}/office/tools`, 'mcp_aql')).toEqual({ success: true, data: { asked: '/office/notes' } });
  expect(await ask(`${url}/home/tools`, 'mcp_aql')).toEqual({ success: true, data: { asked: '/home/notes' } });
  expect(await stop()).toBe(0);
});

it('serves one adapter over stdio, as flags and environment say', async () => {
  const { client, callTool, close } = await spawnClient({
    args: [main, 'serve', 'aql', '--adapter', write('office'), '--stdio'],
    cwd,
    env: { MCP_AQL_TOOL_PREFIX: 'office_', MCP_AQL_ENDPOINT_MODE: 'single' },
  });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['office_mcp_aql']);
  const answer = await callTool('office_mcp_aql', { operation: 'list_notes' });
  expect(answer.structuredContent).toEqual({ success: true, data: { asked: '/office/notes' } });
  await close();
});

it('serves the adapter that MCP_AQL_ADAPTER names, for clients that pass no arguments', async () => {
  const { client, callTool, close } = await spawnClient({
    args: [main, 'serve', 'aql', '--stdio'],
    cwd,
    env: { MCP_AQL_ADAPTER: write('office') },
  });
  expect((await client.listTools()).tools).toHaveLength(5);
  const answer = await callTool('mcp_aql_read', { operation: 'list_notes' });
  expect(answer.structuredContent).toEqual({ success: true, data: { asked: '/office/notes' } });
  await close();
});

it('goes by what the operator says about an adapter', async () => {
  writeFileSync(
    path.join(cwd, 'recourse.config.json'),
    JSON.stringify({ adapters: { office: { danger: { list_notes: 'forbidden' } } } }),
  );
  const { url, stop } = await startServe(cwd, 'aql', '--adapter', write('office'), '--mode', 'single', '--http', '0');
  expect(await ask(`${url}/office/tools`, 'mcp_aql')).toMatchObject({
    success: false,
    error: { code: 'PERMISSION_DANGER_LEVEL_DENIED', details: { danger_level: 'forbidden' } },
  });
  expect(await stop()).toBe(0);
});

it('serves nothing if a file cannot be served, and says everything that is wrong with all of them', async () => {
  const good = write('office');
  const bad = write('home', (text) => text.replace('"1.0.0"', 'one').replace('GET /', 'GOT /'));
  const { exit, err } = await runWithFakeIo(
    ['serve', 'aql', '--adapter', good, '--adapter', bad, '--adapter', 'none.md', '--http', '0'],
    { cwd },
  );
  expect(exit).toBe(1);
  expect(err).toMatch(/home-adapter\.md:4:\d+ {2}error {2}SCHEMA_/u);
  expect(err).toMatch(/home-adapter\.md:\d+:\d+ {2}error {2}SCHEMA_\w+ {2}.*GOT/u);
  expect(err).toContain('none.md');
  expect(err).toContain('1 unreadable, 2 errors');
  expect(err).not.toContain('Serving on');
});

it.each([
  [['fixture', '--adapter', 'a.md'], "--adapter and --prefix apply only to 'aql'; --mode only to 'aql' and 'coverage'"],
  [['aql', '--adapter', 'a.md', '--adapter', 'b.md', '--stdio'], '--stdio serves only one server'],
])('says what is wrong with %j', async (given, why) => {
  const { exit, err } = await runWithFakeIo(['serve', ...given], { cwd });
  expect(exit).toBe(2);
  expect(err).toContain(why);
});

it.each([
  [['--mode', 'crude'], 'The endpoint mode must be one of semantic, single, all'],
  [['--prefix', 'Shop'], "'Shop' is not a valid prefix of tool names"],
])('says what is wrong with %j', async (given, why) => {
  const { exit, err } = await runWithFakeIo(['serve', 'aql', '--adapter', write('office'), ...given, '--http', '0'], {
    cwd,
  });
  expect(exit).toBe(2);
  expect(err).toContain(why);
});
