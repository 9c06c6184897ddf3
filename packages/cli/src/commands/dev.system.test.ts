import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { dialClient, spawnClient } from '@recourse/testkit';
import type { Linked, Spawned } from '@recourse/testkit';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { main } from '../testing/start-serve.ts';

const home = mkdtempSync(path.join(tmpdir(), 'recourse-dev-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const modules = path.resolve(import.meta.dirname, '../../../../node_modules');

/** A server whose slow call ends when a file appears. `more` is the name of one more tool. */
const source = (version: string, more?: string): string => `
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, defineTool, sensitive } from '@recourse/engine';
import { z } from 'zod';
const define = (name, run, input = {}) => defineTool({
  name, description: name, input: z.strictObject(input), operation: 'query', danger: 'safe',
  errors: ['NOT_FOUND_RESOURCE'], run,
});
const answer = () => ({ version: '${version}', pid: process.pid });
const slow = async () => {
  writeFileSync('started', '');
  while (!existsSync('release')) await new Promise((resolve) => setTimeout(resolve, 20));
  return answer();
};
const find = ({ arguments: { id }, fail }) =>
  fail('NOT_FOUND_RESOURCE', { resource_type: 'ticket', resource_id: String(id) });
export default (options) => createServer({ ...options, name: 'dev', tools: [
  define('version', answer), define('slow', slow), define('crash', () => process.exit(3)),
  define('find', find, { id: z.int(), pin: sensitive(z.string()).optional() }),
  ${more === undefined ? '' : `define('${more}', answer),`}
] });
`;

/** A folder with a server, and what its test does to it. */
const writeServer = (name: string) => {
  const folder = mkdtempSync(path.join(home, 'project-'));
  symlinkSync(modules, path.join(folder, 'node_modules'));
  const write = (text: string): void => writeFileSync(path.join(folder, name), text);
  write(source('one'));
  return {
    folder,
    write,
    started: () => vi.waitFor(() => expect(existsSync(path.join(folder, 'started'))).toBe(true), patience),
    release: () => writeFileSync(path.join(folder, 'release'), ''),
  };
};
const patience = { timeout: 50_000, interval: 50 };

const call = async ({ callTool }: Linked, tool: string, args: JsonObject = {}) =>
  (await callTool(tool, args)).structuredContent as { readonly version: string; readonly pid: number };

const says = ({ stderr }: Spawned, text: string): Promise<void> =>
  vi.waitFor(() => expect(stderr()).toContain(text), patience);

const isGone = (pid: number): Promise<void> =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/u), patience);

describe('recourse dev', () => {
  const sources = ['server.js', 'server.ts'];

  it.each(sources)('reloads %s without disturbing its client', async (name) => {
    const { folder, write, started, release } = writeServer(name);
    const linked = await spawnClient({ args: [main, 'dev', `./${name}`], cwd: folder });
    let told = 0;
    linked.client.setNotificationHandler('notifications/tools/list_changed', () => {
      told += 1;
    });
    const { pid: first } = await call(linked, 'version');

    const slow = call(linked, 'slow');
    await started();
    write(source('two', 'added'));
    await says(linked, 'was reloaded; its tools have changed');
    const { version, pid: last } = await call(linked, 'version');
    expect(version).toBe('two');
    expect((await linked.client.listTools()).tools.map((tool) => tool.name)).toContain('added');
    await vi.waitFor(() => expect(told).toBe(1), patience);
    release();
    expect(await slow).toMatchObject({ version: 'one', pid: first });
    await isGone(first);
    await linked.close();
    await isGone(last);
  });

  it.each(sources)('keeps the last working version of %s until an error in it is corrected', async (name) => {
    const { folder, write } = writeServer(name);
    const linked = await spawnClient({ args: [main, 'dev', `./${name}`], cwd: folder });
    let told = 0;
    linked.client.setNotificationHandler('notifications/tools/list_changed', () => {
      told += 1;
    });
    write('export default (options) => {');
    await says(linked, 'The last working version stays in use.');
    await says(linked, `${name}:1`);
    expect(await call(linked, 'version')).toMatchObject({ version: 'one' });

    write(source('two'));
    await says(linked, 'was reloaded.');
    expect(await call(linked, 'version')).toMatchObject({ version: 'two' });
    expect(told).toBe(0);
    await linked.close();
  });

  it('prints each call with its outcome and time, and masks secrets', async () => {
    const { folder } = writeServer('server.js');
    const linked = await spawnClient({ args: [main, 'dev', 'server.js'], cwd: folder });
    await call(linked, 'version');
    await call(linked, 'find', { id: 8, pin: 'hunter2-hunter2' });
    await vi.waitFor(() => expect(linked.stderr()).toMatch(/find .* NOT_FOUND_RESOURCE .* ms/u), patience);
    expect(linked.stderr()).toMatch(/^\d\d:\d\d:\d\d version \{\} → ok [\d.]+ ms$/mu);
    expect(linked.stderr()).toContain('"id":8');
    expect(linked.stderr()).not.toContain('hunter2');
    await linked.close();
  });

  it('answers the calls of a process that ended by itself, and starts it again', async () => {
    const { folder } = writeServer('server.js');
    const linked = await spawnClient({ args: [main, 'dev', 'server.js'], cwd: folder });
    await expect(linked.callTool('crash')).rejects.toMatchObject({ code: -32603, data: { code: 'INTERNAL_ERROR' } });
    await vi.waitFor(() => expect(linked.stderr()).toContain('was reloaded'), patience);
    expect(await call(linked, 'version')).toMatchObject({ version: 'one' });
    await linked.close();
  });

  it('reloads over HTTP', async () => {
    const { folder, write, started, release } = writeServer('server.js');
    const child = spawn(process.execPath, [main, 'dev', 'server.js', '--http', '0'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const url = await vi.waitFor(() => {
      const found = /on (http:\S+)\. /u.exec(said)?.[1];
      if (found === undefined) throw new Error(said);
      return found;
    }, patience);
    const linked = await dialClient(url);
    const { pid: first } = await call(linked, 'version');
    const slow = call(linked, 'slow');
    await started();
    write(source('two', 'added'));
    await vi.waitFor(() => expect(said).toContain('was reloaded; its tools have changed'), patience);
    const second = await call(linked, 'version');
    expect(second).toMatchObject({ version: 'two' });
    expect((await fetch(url, { headers: { host: 'example.org' } })).status).toBeGreaterThanOrEqual(400);
    release();
    expect(await slow).toMatchObject({ version: 'one', pid: first });
    await isGone(first);
    await linked.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await isGone(second.pid);
  });

  it('opens the Inspector on a free port, and ends it', async () => {
    const { folder } = writeServer('server.js');
    const bin = path.join(folder, 'bin');
    mkdirSync(bin);
    // Instead of the npx that downloads the Inspector.
    writeFileSync(path.join(bin, 'npx'), '#!/bin/sh\necho "npx $$ $*"\nexec sleep 600\n', { mode: 0o755 });
    const child = spawn(process.execPath, [main, 'dev', 'server.js', '--open'], {
      cwd: folder,
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [pid = '', url = ''] = await vi.waitFor(() => {
      const found = /^npx (\d+) .*inspector@\S+ --transport http --server-url (http:\S+)$/mu.exec(said);
      if (!found) throw new Error(said);
      return found.slice(1);
    }, patience);
    const linked = await dialClient(url);
    expect(await call(linked, 'version')).toMatchObject({ version: 'one' });
    await linked.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await isGone(Number(pid));
  });

  it.each(['the client', 'recourse dev'])('leaves no process behind if %s is killed', async (killed) => {
    const { folder } = writeServer('server.js');
    // A client that prints what it gets: the process of the server, and its own child.
    const script = `
      import { spawn } from 'node:child_process';
      const dev = spawn(process.execPath, ${JSON.stringify([main, 'dev', 'server.js'])}, { stdio: ['pipe', 'pipe', 'ignore'] });
      console.log(dev.pid);
      dev.stdout.pipe(process.stdout);
      dev.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'version' } }) + '\\n');
      setInterval(() => {}, 1000);`;
    const client = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void client.kill('SIGKILL'));
    let said = '';
    client.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [dev = 0, server = 0] = await vi.waitFor(() => {
      const found = /^(\d+)\n[^]*"pid":(\d+)/u.exec(said);
      if (!found) throw new Error(said);
      return found.slice(1).map(Number);
    }, patience);
    process.kill(killed === 'the client' ? (client.pid ?? 0) : dev, 'SIGKILL');
    await isGone(server);
    await isGone(dev);
  });
});
