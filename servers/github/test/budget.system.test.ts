import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '../../../packages/stores/src/testing/create-database.ts';
import { spawnClient } from '@recourse/testkit';
import type { Spawned } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callTool, failureOf, sampleTokens, startWorld, tidewater as repo, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const hourMs = 3_600_000;
const program = path.join(import.meta.dirname, 'budget-server.mjs');

let world: World;
let folder: string;
let proxy: HttpServer;
let url: string;
let sent = 0;

beforeAll(async () => {
  world = await startWorld();
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-budget-'));
  // Counts the requests of all processes on their way to the forge.
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    sent += 1;
    const { authorization = '', accept = '' } = request.headers;
    const answer = await fetch(`${world.url}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: { authorization, accept, 'user-agent': 'test' },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = [...answer.headers].filter(([name]) => name.startsWith('x-') || name === 'content-type');
    response.writeHead(answer.status, Object.fromEntries(headers)).end(body);
  };
  proxy = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => proxy.close(resolve));
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const exhaust = (token: string): Promise<void> => world.control('limits', { token, bucket: 'core', remaining: 0 });

describe.each(['sqlite', 'postgres'])('a limit that processes share through %s', (kind) => {
  const spawned: Spawned[] = [];
  let other: Spawned;
  let removeDatabase: (() => Promise<void>) | undefined;
  const offset = (): string => path.join(folder, `${kind}.offset`);
  let passedMs = 0;

  const pass = async (ms: number): Promise<void> => {
    passedMs += ms;
    writeFileSync(offset(), String(passedMs));
    await world.control('clock', { advance_ms: ms });
  };

  beforeAll(async () => {
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (kind === 'postgres' && !database) throw new Error('PostgreSQL cannot run here');
    removeDatabase = database?.remove;
    const store = database ? { kind, url: database.url } : { kind, file: path.join(folder, 'budget.db') };
    // The forge's clock has been moved by the store before this one.
    passedMs = (await clockOf()) - Date.now();
    writeFileSync(offset(), String(passedMs));
    const start = (token: string): Promise<Spawned> =>
      spawnClient({
        args: [program, JSON.stringify(store), url, token, offset()],
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '' },
      });
    const { mira, jonas } = sampleTokens;
    const [last, ...rest] = await Promise.all([jonas, mira, mira, mira, mira].map(start));
    if (!last) throw new Error('A process is missing');
    other = last;
    spawned.push(...rest);
    await exhaust(mira);
  });
  afterAll(async () => {
    await Promise.all([...spawned, other].map(({ close }) => close()));
    await removeDatabase?.();
  });

  const clockOf = async (): Promise<number> => {
    const response = await fetch(`${world.url}/_forge/clock`, { headers: { 'x-forge-key': 'test-key' } });
    return Date.parse(((await response.json()) as { now: string }).now);
  };

  it('costs one request, however many calls meet it at once', async () => {
    sent = 0;
    const results = await Promise.all(
      spawned.flatMap(({ callTool: call }) => Array.from({ length: 25 }, () => call('get_branches', { repo }))),
    );
    expect(results.filter(({ isError }) => isError !== true)).toEqual([]);
    const codes = results.map(({ structuredContent }) => JSON.stringify(structuredContent));
    expect(codes.filter((text) => !text.includes('RATE_LIMIT_EXCEEDED'))).toEqual([]);
    expect(codes.filter((text) => !text.includes('"limit_name":"core"'))).toEqual([]);
    expect(sent).toBe(1);
  });

  it('does not concern another credential', async () => {
    expect((await other.callTool('get_branches', { repo })).isError).not.toBe(true);
  });

  it('lets the first call after the reset through', async () => {
    await pass(hourMs + 1000);
    const [first] = spawned;
    expect((await first?.callTool('get_branches', { repo }))?.isError).not.toBe(true);
  });
});

describe('a limit in the memory of one process', () => {
  const limited = () => world.counted();

  it('costs one request, however many calls meet it at once', async () => {
    await exhaust(sampleTokens.mira);
    const { server, sent: requests } = limited();
    const failures = await Promise.all(Array.from({ length: 30 }, () => failureOf(server, 'get_branches', { repo })));
    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['RATE_LIMIT_EXCEEDED']));
    expect(requests).toHaveLength(1);
    const left = failures.map(({ details }) => Number(details?.['retry_after_seconds']));
    expect(Math.min(...left)).toBeGreaterThan(0);
  });

  it('leaves other buckets alone', async () => {
    const { server } = limited();
    await failureOf(server, 'get_branches', { repo });
    expect(await valueOf(server, 'search', { query: 'tide' })).toMatchObject({ results: expect.any(Array) });
    await world.control('limits', { token: sampleTokens.mira, bucket: 'core', remaining: 5000 });
  });

  it('is announced on successes when a tenth of it is left', async () => {
    const { server } = limited();
    expect(await callTool(server, 'get_branches', { repo })).toMatchObject({ warnings: [] });
    await world.control('limits', { token: sampleTokens.mira, bucket: 'core', remaining: 400 });
    expect(await callTool(server, 'get_branches', { repo })).toMatchObject({
      warnings: [{ code: 'RATE_LIMIT_QUOTA_WARNING', details: { hard_stop_threshold: 5000, warn_threshold: 4500 } }],
    });
    await world.control('limits', { token: sampleTokens.mira, bucket: 'core', remaining: 5000 });
  });

  it('spaces writes out after a burst, and refuses one whose call has no time to wait', async () => {
    const server = world.server({ github: { writeEveryMs: 60_000 } });
    for (let index = 0; index < 10; index += 1) await valueOf(server, 'create_branch', { repo, branch: `b-${index}` });
    expect(await failureOf(server, 'create_branch', { repo, branch: 'late' })).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      effect: 'none',
      details: { limit_name: 'writes', retry_after_seconds: expect.any(Number) },
    });
    expect(await valueOf(server, 'get_branches', { repo })).toMatchObject({ branches: expect.any(Array) });
  });

  it('is not known before the first answer, and a request that fails does not block others', async () => {
    await world.fault({ fault: { kind: 'drop_before' } });
    const { server } = limited();
    expect(await valueOf(server, 'get_branches', { repo })).toMatchObject({ branches: expect.any(Array) });
  });
});
