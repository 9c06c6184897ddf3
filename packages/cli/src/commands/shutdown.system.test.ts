import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { main, startServe } from '../testing/start-serve.ts';

/** A server with a tool that ignores its signal and never ends, and one that waits for its signal. */
const module = `
import { createServer, defineTool } from '@recourse/engine';
import { z } from 'zod';
const tool = { input: z.strictObject({}), danger: 'safe', errors: [] };
const look = defineTool({ ...tool, name: 'look', description: 'Looks.', operation: 'query', run: () => ({ seen: true }) });
const hang = defineTool({
  ...tool, name: 'hang', description: 'Never ends.', operation: 'command',
  run: () => { setInterval(() => undefined, 1000); console.error('hang began'); return new Promise(() => undefined); },
});
const resources = [{ uri: 'hang://on', name: 'on', read: () => { console.error('read began'); return new Promise(() => undefined); } }];
export default (options) => createServer({ ...options, name: 'hanger', tools: [look, hang], resources });
`;

// In a folder from which our packages can be found.
const file = fileURLToPath(new URL(`../../.shutdown-test-${process.pid}.mjs`, import.meta.url));
let cwd: string;
beforeAll(() => writeFileSync(file, module));
afterAll(() => rmSync(file));
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-shutdown-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const configure = (shutdown: object): void =>
  writeFileSync(path.join(cwd, 'recourse.config.json'), JSON.stringify({ shutdown }));

const call = (url: string, tool: string) =>
  fetch(`${url}/hanger/tools/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1' },
    body: '{}',
  });

describe('recourse serve over HTTP, when it is told to stop', () => {
  it('says that it is not ready and serves on, until the second signal', async () => {
    configure({ lameDuckMs: 600_000 });
    const { url, signal, says, exited } = await startServe(cwd, file, '--http', '0');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    signal('SIGTERM');
    await says('SIGTERM: stopping');
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const served = await call(url, 'look');
    expect(served.status).toBe(200);
    expect(served.headers.get('connection')).toBe('close');
    signal('SIGTERM');
    expect(await exited).toBe(0);
  });

  it('answers a call whose handler ignores its signal, and ends; the key is never free again', async () => {
    configure({ drainMs: 1 });
    const first = await startServe(cwd, file, '--http', '0');
    const answering = call(first.url, 'hang');
    await first.says('hang began');
    first.signal('SIGTERM');
    const answer = await answering;
    expect(await answer.json()).toMatchObject({ code: 'CALL_CANCELLED', effect: 'unknown', recovery: 'verify' });
    expect(await first.exited).toBe(0);

    const second = await startServe(cwd, file, '--http', '0');
    const again = (await (await call(second.url, 'hang')).json()) as { code: string };
    expect(['CONFLICT_IN_FLIGHT', 'CONFLICT_OUTCOME_UNKNOWN']).toContain(again.code);
    expect(second.said()).not.toContain('hang began');
    expect(await second.stop()).toBe(0);
  });

  it('cancels a resource read that never ends', async () => {
    configure({ drainMs: 1 });
    const { url, says, signal, exited } = await startServe(cwd, file, '--http', '0');
    const answering = fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'hang://on' } }),
    });
    await says('read began');
    signal('SIGTERM');
    expect(await (await answering).text()).toMatch(/"id":1[\s\S]*CALL_CANCELLED|CALL_CANCELLED[\s\S]*"id":1/u);
    expect(await exited).toBe(0);
  });

  it('exits within shutdown.boundMs', async () => {
    configure({ lameDuckMs: 600_000, boundMs: 1 });
    const { signal, exited } = await startServe(cwd, file, '--http', '0');
    signal('SIGTERM');
    expect(await exited).toBe(0);
  });
});

describe('recourse serve over stdio, when it is told to stop', () => {
  const open = () => {
    const child = spawn(process.execPath, [main, 'serve', file, '--stdio'], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return {
      send: (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
      next: async () => JSON.parse((await lines.next()).value as string) as Record<string, unknown>,
      says: async (text: string) => {
        while (!said.includes(text)) await once(child.stderr, 'data');
      },
      signal: () => void child.kill('SIGTERM'),
      exited: once(child, 'exit').then(([code]) => code as number | null),
    };
  };
  const calling = (id: number, name: string, meta: object = {}) => ({
    id,
    method: 'tools/call',
    params: { name, arguments: {}, _meta: meta },
  });

  it.each([
    ['in the lane', {}],
    ['in the SDK', { progressToken: 1 }],
  ])('answers a call %s whose handler ignores its signal, and ends', async (_, meta) => {
    configure({ drainMs: 1 });
    const { send, next, says, signal, exited } = open();
    send(calling(1, 'hang', meta));
    await says('hang began');
    signal();
    expect(await next()).toMatchObject({
      id: 1,
      result: { isError: true, structuredContent: { code: 'CALL_CANCELLED', effect: 'unknown' } },
    });
    expect(await exited).toBe(0);
  });

  it('serves what arrives before it stops', async () => {
    configure({ lameDuckMs: 600_000, drainMs: 1 });
    const { send, next, says, signal, exited } = open();
    send(calling(1, 'look'));
    expect(await next()).toMatchObject({ id: 1, result: { structuredContent: { seen: true } } });
    signal();
    await says('SIGTERM: stopping');
    send(calling(2, 'look'));
    expect(await next()).toMatchObject({ id: 2, result: { structuredContent: { seen: true } } });
    signal();
    expect(await exited).toBe(0);
  });
});
