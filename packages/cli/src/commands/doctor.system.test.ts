import { chmodSync, readdirSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo, Server as NetServer } from 'node:net';
import path from 'node:path';
import { createServer } from '@recourse/engine';
import { serveHttp } from '@recourse/server';
import { openStores } from '@recourse/stores';
import { afterEach, describe, expect, it } from 'vitest';
import type { Check } from '../doctor/check.ts';
import type { CheckedFinding } from '../doctor/run-checks.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { nodeCheck } from '../doctor/checks/node.ts';
import { setSqliteVersion } from '../../../stores/src/testing/set-sqlite-version.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const freePort = async (): Promise<number> => {
  const server = createNetServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const listen = (server: NetServer): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

interface Examined {
  readonly exit: number;
  readonly out: string;
  of(check: string): readonly Omit<CheckedFinding, 'check'>[];
}

/** Examines a folder with a home of its own. */
const examine = async (
  folder: string,
  more: { readonly environment?: Record<string, string>; readonly args?: readonly string[] } = {},
): Promise<Examined> => {
  const environment = { HOME: path.join(folder, 'home'), PATH: process.env['PATH'], ...more.environment };
  const port = more.args?.includes('--port') ? [] : ['--port', String(await freePort())];
  const { exit, out, err } = await runWithFakeIo(['doctor', '--json', ...port, ...(more.args ?? [])], {
    cwd: folder,
    environment,
  });
  expect(err).toBe('');
  const { findings } = JSON.parse(out) as { findings: CheckedFinding[] };
  const of = (check: string) =>
    findings
      .filter((found) => found.check === check)
      .map(({ verdict, says, todo }) => ({ verdict, says, ...(todo !== undefined && { todo }) }));
  return { exit, out, of };
};

describe('recourse doctor', () => {
  it('finds no problem in an empty folder, and leaves it empty', async () => {
    const folder = writeFolder({});
    const { exit, out, of } = await examine(folder);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true, version: expect.any(String) });
    expect(of('node')).toEqual([{ verdict: 'fine', says: `Node ${process.versions.node}` }]);
    expect(of('configuration')).toEqual([
      { verdict: 'fine', says: 'no recourse.config.json here: the defaults apply' },
    ]);
    expect(of('store')).toEqual([
      { verdict: 'fine', says: 'SQLite, .recourse/state.db: does not exist yet; the first server creates it' },
    ]);
    expect(of('clients')[0]?.says).toMatch(/no client has an entry for Recourse yet/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('prints one line for each finding, with the remedy below', async () => {
    const folder = writeFolder({ 'recourse.config.json': '{ "limit": {} }' });
    const { exit, out } = await runWithFakeIo(['doctor', '--port', String(await freePort())], {
      cwd: folder,
      environment: { HOME: folder, PATH: process.env['PATH'] },
    });
    expect(exit).toBe(1);
    expect(out).toMatch(/^fine {4}node {11}Node \d/);
    expect(out).toMatch(/^broken {2}configuration {2}recourse\.config\.json:1:3: .*did you mean 'limits'/m);
    expect(out).toMatch(/^ +→ Correct the file; until then, no server starts\.$/m);
    expect(out).toMatch(/\n\n1 thing is broken\.$/);
  });

  it.each(['0', '65536', 'http', '-1'])('rejects port %s', async (port) => {
    expect(await runWithFakeIo(['doctor', `--port=${port}`])).toMatchObject({
      exit: 2,
      err: expect.stringContaining('--port must be a whole number from 1 to 65535'),
    });
  });
});

describe('the configuration', () => {
  it('is reported with all its problems and without its secrets', async () => {
    const folder = writeFolder({
      'etc/own.json': '{\n  "limit": {},\n  "telemetry": { "log": "ghp_0123456789abcdefghijABCDEFGHIJ012345" }\n}',
    });
    const { exit, out, of } = await examine(folder, { args: ['--config', 'etc/own.json'] });
    expect(exit).toBe(1);
    expect(of('configuration').length).toBeGreaterThan(1);
    expect(of('configuration').map(({ says }) => says.replace(/: .*/u, ''))).toContain('etc/own.json:2:3');
    expect(out).not.toContain('ghp_');
    expect(of('store')[0]).toMatchObject({ verdict: 'advice', says: expect.stringMatching(/^not checked/) });
  });

  it('is reported as valid', async () => {
    const folder = writeFolder({ 'recourse.config.json': '{ "store": { "kind": "memory" } }' });
    const { of } = await examine(folder);
    expect(of('configuration')).toEqual([{ verdict: 'fine', says: 'recourse.config.json is valid' }]);
    expect(of('store')).toEqual([{ verdict: 'fine', says: expect.stringMatching(/^in memory only/) }]);
  });
});

describe('the store', () => {
  const made = async (): Promise<string> => {
    const folder = writeFolder({});
    const stores = await openStores({ kind: 'sqlite', file: path.join(folder, '.recourse', 'state.db') }, {});
    await stores.close();
    return folder;
  };

  it('is reported with its version, as writable and with its key', async () => {
    const { exit, of } = await examine(await made());
    expect(exit).toBe(0);
    expect(of('store')).toEqual([
      {
        verdict: 'fine',
        says: expect.stringMatching(
          /^SQLite, \.recourse\/state\.db: version \d+, writable, its sealing key is available$/,
        ),
      },
    ]);
  });

  it('is broken if a newer version wrote it, but not if an older one did', async () => {
    const folder = await made();
    setSqliteVersion(path.join(folder, '.recourse', 'state.db'), 99);
    expect(await examine(folder)).toMatchObject({ exit: 1 });
    expect((await examine(folder)).of('store')).toMatchObject([
      {
        verdict: 'broken',
        says: expect.stringContaining('version 99'),
        todo: expect.stringContaining('newer Recourse'),
      },
    ]);
    setSqliteVersion(path.join(folder, '.recourse', 'state.db'), 0);
    const { exit, of } = await examine(folder);
    expect({ exit, store: of('store') }).toMatchObject({
      exit: 0,
      store: [{ verdict: 'advice', todo: expect.stringContaining("'recourse store migrate'") }],
    });
  });

  it('is broken if it is not a database', async () => {
    const folder = writeFolder({ 'letter.db': 'This is a letter, and not a database. '.repeat(100) });
    expect((await examine(folder, { args: ['--store', 'letter.db'] })).of('store')).toEqual([
      {
        verdict: 'broken',
        says: expect.stringContaining('not a database'),
        todo: 'Choose another file with --store.',
      },
    ]);
  });

  it('is broken with an invalid key, whether or not the store exists; the key is not shown', async () => {
    for (const folder of [await made(), writeFolder({})]) {
      const { exit, out, of } = await examine(folder, { environment: { RECOURSE_KEY: 'hunter2' } });
      expect(exit).toBe(1);
      expect(of('store')).toMatchObject([
        { verdict: 'broken', says: expect.stringContaining('is not valid: a key must') },
      ]);
      expect(out).not.toContain('hunter2');
    }
  });

  it('is broken if PostgreSQL is unreachable or has no address, and no password is shown', async () => {
    const folder = writeFolder({ 'recourse.config.json': '{ "store": { "kind": "postgres" } }' });
    expect((await examine(folder)).of('store')).toEqual([
      {
        verdict: 'broken',
        says: expect.stringContaining('set RECOURSE_DATABASE_URL'),
        todo: expect.stringContaining('RECOURSE_DATABASE_URL'),
      },
    ]);
    const address = `postgres://app:hunter2@127.0.0.1:${await freePort()}/state`;
    const { exit, out, of } = await examine(folder, { environment: { RECOURSE_DATABASE_URL: address } });
    expect(exit).toBe(1);
    expect(of('store')).toEqual([
      { verdict: 'broken', says: expect.stringContaining('the connection was refused'), todo: expect.any(String) },
    ]);
    expect(out).not.toContain('hunter2');
  });
});

describe('the port', () => {
  it('is free or used by Recourse', async () => {
    const folder = writeFolder({});
    const server = createServer({ name: 'tickets', tools: [] });
    let isReady = true;
    const serving = await serveHttp(server, { port: 0, ready: () => isReady });
    endings.push(() => serving.close());
    const args = ['--port', String(serving.port)];
    expect((await examine(folder, { args })).of('port')).toEqual([
      { verdict: 'fine', says: `Recourse already listens on 127.0.0.1:${serving.port} and serves tickets` },
    ]);
    isReady = false;
    expect((await examine(folder, { args })).of('port')).toMatchObject([
      { verdict: 'broken', says: expect.stringContaining('but is not ready') },
    ]);
    expect((await examine(folder)).of('port')).toMatchObject([
      { verdict: 'fine', says: expect.stringMatching(/free$/) },
    ]);
  });

  it('reports another program on the port, whether or not it speaks HTTP', async () => {
    const folder = writeFolder({});
    const web = createHttpServer((_, response) => response.end('{"ok":true}'));
    const silent = createNetServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('220 mail\r\n'),
    );
    for (const server of [web, silent]) {
      const port = await listen(server);
      endings.push(() => new Promise((resolve) => server.close(resolve)));
      const { exit, of } = await examine(folder, { args: ['--port', String(port)] });
      expect(exit).toBe(0);
      expect(of('port')).toEqual([
        {
          verdict: 'advice',
          says: `another program is listening on 127.0.0.1:${port}`,
          todo: 'Choose another port: --http <port>.',
        },
      ]);
    }
  });
});

describe('tools', () => {
  it('are reported as found or missing, and none of them is required', async () => {
    const folder = writeFolder({
      'bin/chromium': '#!/bin/sh\necho Chromium 156.0.1\n',
      'old/git': '#!/bin/sh\necho git version 2.11.0\n',
    });
    for (const name of ['bin/chromium', 'old/git']) chmodSync(path.join(folder, name), 0o755);
    const missing = await examine(folder, { environment: { PATH: path.join(folder, 'bin') } });
    expect(missing.exit).toBe(0);
    expect(missing.of('git')).toMatchObject([
      { verdict: 'advice', says: expect.stringMatching(/^git is not on the PATH/) },
    ]);
    expect(missing.of('stage')).toContainEqual({
      verdict: 'fine',
      says: `Chromium: 156.0.1, ${path.join(folder, 'bin', 'chromium')}`,
    });
    const old = await examine(folder, { environment: { PATH: path.join(folder, 'old') } });
    expect(old.of('git')).toMatchObject([
      { verdict: 'advice', says: expect.stringMatching(/^git 2\.11\.0 is too old/) },
    ]);
    expect((await examine(folder)).of('git')).toMatchObject([{ says: expect.stringMatching(/^git \d+\.\d+/) }]);
  });
});

describe('the stage', () => {
  it('reports its requirements, some of them only as advice', async () => {
    const folder = writeFolder({});
    const { exit, of } = await examine(folder, { environment: { PATH: folder } });
    expect(exit).toBe(0);
    expect(of('stage').map(({ verdict, says }) => `${verdict} ${says.split(':', 1)[0]}`)).toEqual([
      'advice Chromium',
      'fine Electron',
      `${process.platform === 'linux' ? 'advice' : 'fine'} display`,
      'fine app folders',
      'fine screenshots',
    ]);
  });

  it('is broken by invalid settings', async () => {
    const environment = { STAGE_ELECTRON: '/nowhere/electron', STAGE_APP_ROOTS: '/nowhere' };
    const wrong = await examine(writeFolder({}), { environment });
    expect(wrong.exit).toBe(1);
    expect(wrong.of('stage').filter(({ verdict }) => verdict === 'broken')).toMatchObject([
      { says: 'Electron: STAGE_ELECTRON is not an executable file: /nowhere/electron' },
      { says: 'app folders: /nowhere is not a readable folder' },
    ]);
    const unknown = await examine(writeFolder({}), { environment: { STAGE_PROFILE: 'tiny' } });
    expect(unknown.of('stage')).toMatchObject([
      { verdict: 'broken', says: expect.stringContaining('STAGE_PROFILE must be one of') },
    ]);
  });
});

describe('clients', () => {
  it('are listed with the entries for Recourse, and whether these can start', async () => {
    const gone = '/nowhere/packages/cli/dist/main.js';
    const ours = { command: process.execPath, args: [gone, 'serve', 'fixture', '--stdio'] };
    const others = { command: 'x', args: ['serve', 'y'], env: { TOKEN: 'hunter2' } };
    const npx = { command: 'npx', args: ['-y', '@recourse/cli@0.1.0', 'serve', 'fixture', '--stdio'] };
    const folder = writeFolder({
      '.mcp.json': JSON.stringify({ mcpServers: { mine: ours, others } }),
      '.cursor/mcp.json': JSON.stringify({
        mcpServers: { npx, 'recourse-far': { url: 'https://example.org/mcp?token=hunter2' } },
      }),
      'home/.claude.json': '{ "mcpServers": ',
    });
    const { exit, out, of } = await examine(folder);
    expect(exit).toBe(1);
    expect(of('clients')).toEqual([
      {
        verdict: 'broken',
        says: `Claude Code (project): 'mine' serves fixture, but ${gone} does not exist`,
        todo: 'recourse connect claude-code fixture --scope project --name mine --force',
      },
      { verdict: 'advice', says: expect.stringMatching(/^Claude Code: .*invalid JSON/), todo: 'Correct the file.' },
      { verdict: 'fine', says: "Cursor (project): 'npx' serves fixture" },
      { verdict: 'fine', says: "Cursor (project): 'recourse-far' serves https://example.org/mcp" },
    ]);
    expect(out).not.toContain('hunter2');
  });
});

describe('a check', () => {
  const context = {
    io: { out: () => undefined, err: () => undefined, cwd: '.', colours: false, environment: {} },
    choice: {},
    port: 1,
    platform: 'linux',
    node: '20.18.3',
  } as const;

  it('that hangs is stopped, and one that throws is reported; neither delays the others', async () => {
    let wasEnded = false;
    const endless: Check = {
      name: 'endless',
      run: ({ signal }) => new Promise(() => signal.addEventListener('abort', () => (wasEnded = true))),
    };
    const broken: Check = { name: 'broken', run: () => Promise.reject(new Error('no disk')) };
    expect(await runChecks([endless, broken, nodeCheck], context, 20)).toEqual([
      { check: 'endless', verdict: 'broken', says: 'no response within 0.02 s' },
      { check: 'broken', verdict: 'broken', says: 'could not be checked: no disk' },
      { check: 'node', verdict: 'broken', says: 'Node 20.18.3 is too old', todo: 'Install Node 20.19 or newer.' },
    ]);
    expect(wasEnded).toBe(true);
  });
});
