import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnClient } from '@recourse/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAddress } from '../serving/address.ts';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { main, startServe } from '../testing/start-serve.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-serve-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const start = (...given: readonly string[]) => startServe(cwd, ...given);

const module = `
import { createServer, defineTool } from '@recourse/engine';
import { z } from 'zod';
const greet = defineTool({
  name: 'greet', description: 'Greets.', input: z.strictObject({ name: z.string() }),
  operation: 'query', danger: 'safe', errors: [], run: ({ arguments: { name } }) => ({ greeting: 'Hello ' + name }),
});
export default (options) => createServer({ ...options, name: 'greeter', tools: [greet] });
`;

/** A module of a user, in a folder from which our packages can be found. */
const writeModule = (text = module): string => {
  const file = fileURLToPath(new URL(`../../.serve-test-${process.pid}.mjs`, import.meta.url));
  writeFileSync(file, text);
  return file;
};

/** A failure in any of the five servers' dialects. */
interface Coded {
  readonly code?: string;
  readonly error_code?: string;
  readonly error?: string | { readonly code: string | number; readonly data?: { readonly code: string } };
}

const codeIn = ({ code, error_code: errorCode, error }: Coded): unknown =>
  code ?? errorCode ?? (typeof error === 'object' ? (error.data?.code ?? error.code) : undefined);

describe('recourse serve', () => {
  it('serves over HTTP, keeps its state in the working directory, and ends clean', async () => {
    const { url, stop, said } = await start('fixture', '--http', '0');
    const response = await fetch(`${url}/fixture/tools/test_simple_txt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'NOT_FOUND_OPERATION',
      similar: [{ ref: 'test_simple_text' }],
    });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await stop()).toBe(0);
    expect(said()).toContain(path.join(cwd, '.recourse', 'state.db'));
    const events = await runWithFakeIo(['events', '--json'], { cwd });
    expect(events.out).toContain('NOT_FOUND_OPERATION');
  });

  it('prints one call to try for each server, and each call is answered with a code', async () => {
    const { url, stop, said } = await start('github', 'coverage', 'launch', 'aql', 'stage', '--http', '0');
    const printed = [...said().matchAll(/curl -s (?<address>\S+).* -d '(?<body>.*)'/gu)];
    const answered = await Promise.all(
      printed.map(async ({ groups }) => {
        const { address = '', body = '' } = groups ?? {};
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(address, { method: 'POST', headers, body });
        return [address.slice(url.length), codeIn((await response.json()) as Coded)];
      }),
    );
    expect(answered).toEqual([
      ['/github/tools/merge_pull_request', 'CONFIRMATION_REQUIRED'],
      ['/coverage/tools/check', 'OP_CONFIG_MISSING'],
      ['/launch/tools/launch_get_status', 'RUN_NOT_FOUND'],
      ['/forge/tools/mcp_aql_read', 'NOT_FOUND_RESOURCE'],
      ['/stage/tools/electron_click', 'NOT_RUNNING'],
    ]);
    expect(await stop()).toBe(0);
  });

  it('serves over HTTPS with --tls-cert and --tls-key', async () => {
    const pair = ['-keyout', 'key.pem', '-out', 'cert.pem', '-days', '2', '-subj', '/CN=localhost'];
    const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...pair], { cwd });
    expect(made.status).toBe(0);
    const { url, stop } = await start('fixture', '--http', '0', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem');
    expect(url).toMatch(/^https:/u);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = get(`${url}/readyz`, { rejectUnauthorized: false }, ({ statusCode }) => resolve(statusCode));
      asked.on('error', reject);
    });
    expect(status).toBe(200);
    expect(await stop()).toBe(0);
  });

  it('rejects a certificate without its key, over stdio, or in files that cannot be used', async () => {
    const refused = (...given: readonly string[]) => runWithFakeIo(['serve', 'fixture', ...given], { cwd });
    expect((await refused('--http', '0', '--tls-cert', 'a')).err).toContain(
      '--tls-cert and --tls-key must be used together',
    );
    expect((await refused('--stdio', '--tls-cert', 'a', '--tls-key', 'b')).err).toContain('apply only to --http');
    expect((await refused('--http', '0', '--tls-cert', 'a', '--tls-key', 'b')).err).toMatch(/cannot be used: ENOENT/u);
  });

  it('serves over stdio, and writes nothing but the protocol to stdout', async () => {
    const { client, callTool, close } = await spawnClient({ args: [main, 'serve', 'fixture', '--stdio'], cwd });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('test_simple_text');
    expect((await callTool('test_simple_text')).content).toEqual([
      { type: 'text', text: expect.any(String) as string },
    ]);
    await close();
  });

  it('serves a user module together with other servers', async () => {
    const file = writeModule();
    try {
      const { url, stop } = await start(file, 'fixture', '--http', '0');
      const { servers } = (await (await fetch(url)).json()) as { servers: { name: string }[] };
      expect(servers.map(({ name }) => name)).toEqual(['greeter', 'fixture']);
      expect(await stop()).toBe(0);
    } finally {
      rmSync(file);
    }
  });

  const callOnce = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/fixture/tools/test_simple_text`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });

  it('warns that a proxy without headers counts as local, until a key exists and it was restarted', async () => {
    const first = await start('fixture', '--http', '0');
    expect(first.said()).toContain('Local callers need no key.');
    expect(first.said()).toMatch(/local proxy that adds no header[\s\S]*key exists[\s\S]*restarted/u);
    expect((await callOnce(first.url)).status).toBe(200);
    expect((await callOnce(first.url, { 'x-forwarded-proto': 'https' })).status).toBe(401);
    const { out: key } = await runWithFakeIo(['keys', 'create', '--principal', 'ci'], { cwd });
    expect((await callOnce(first.url)).status).toBe(200);
    await first.stop();

    const second = await start('fixture', '--http', '0');
    expect(second.said()).not.toContain('proxy');
    expect(second.said()).toContain('Every caller needs a key.');
    expect((await callOnce(second.url)).status).toBe(401);
    expect((await callOnce(second.url, { authorization: `Bearer ${key}` })).status).toBe(200);
    await second.stop();
  });

  it('accepts keys or access tokens where there is an authorization server, and says so', async () => {
    const oauth = { issuer: 'http://127.0.0.1:9', resource: 'https://tools.example.org', scopes: { all: {} } };
    writeFileSync(path.join(cwd, 'recourse.config.json'), JSON.stringify({ oauth }));
    const { url, said, stop } = await start('fixture', '--http', '0');
    expect(said()).toContain('Every caller needs a key or an access token.');
    const refused = await callOnce(url);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource/fixture/tools');
    const unready = await fetch(`${url}/readyz`);
    expect([unready.status, await unready.json()]).toEqual([
      503,
      { ok: false, reasons: ['the authorization server cannot be reached'] },
    ]);
    await stop();
  });

  it('follows http.anonymous and http.trusted_proxies', async () => {
    await runWithFakeIo(['keys', 'create', '--principal', 'ci'], { cwd });
    const configure = (http: object): void =>
      writeFileSync(path.join(cwd, 'recourse.config.json'), JSON.stringify({ http }));
    configure({ anonymous: 'loopback' });
    const open = await start('fixture', '--http', '0');
    expect(open.said()).toContain('"http": { "anonymous": "none" }');
    expect((await callOnce(open.url)).status).toBe(200);
    await open.stop();
    configure({ anonymous: 'loopback', trusted_proxies: ['127.0.0.0/8'] });
    const proxied = await start('fixture', '--http', '0');
    expect((await callOnce(proxied.url)).status).toBe(401);
    await proxied.stop();
  });

  it('refuses an address that others can reach while there is no key', async () => {
    const refused = await runWithFakeIo(['serve', 'fixture', '--http', '0.0.0.0:0'], { cwd });
    expect(refused).toMatchObject({ exit: 2 });
    expect(refused.err).toContain('recourse keys create');
  });

  it('prints an address that works when it listens on every one, and explains --host-name', async () => {
    const { out: key } = await runWithFakeIo(['keys', 'create', '--principal', 'ci'], { cwd });
    const authorization = `Bearer ${key}`;
    const anywhere = await start('fixture', '--http', '0.0.0.0:0');
    expect((await callOnce(anywhere.url, { authorization })).status).toBe(200);
    expect(anywhere.said()).toContain('add each with --host-name');
    expect(anywhere.said()).toContain("-H 'authorization: Bearer <key>'");
    anywhere.signal('SIGTERM');
    anywhere.signal('SIGINT');
    expect(await anywhere.exited).toBe(0);

    const named = await start('fixture', '--http', '0.0.0.0:0', '--host-name', 'api.example.org');
    expect(named.said()).toContain(`http://api.example.org:${new URL(named.url).port}`);
    named.signal('SIGTERM');
    named.signal('SIGINT');
    expect(await named.exited).toBe(0);
  });

  it.each([
    [[], 'Specify a server: github, coverage, launch, stage, fixture'],
    [['fixtur'], 'did you mean fixture'],
    [['./nothing.mjs'], "There is no module './nothing.mjs' here"],
    [['fixture', '--stdio', '--http', '0'], 'Use either --stdio or --http'],
    [['fixture', 'fixture', '--stdio'], '--stdio serves only one server'],
    [['fixture', '--http', 'nowhere'], "'nowhere' is not an address"],
    [['fixture', '--errors', 'loud'], '--errors must be auto, jsonrpc or result'],
    [['fixture', '--allow-unattested'], "--allow-unattested applies only to 'coverage'"],
    [['fixture', '--root', '.'], "--root applies only to 'coverage'"],
    [['fixture', 'fixture', '--http', '0'], "Two servers are called 'fixture'"],
  ])('says what is wrong with %j', async (given, why) => {
    const { exit, err } = await runWithFakeIo(['serve', ...given], { cwd });
    expect(exit).toBe(2);
    expect(err.toLowerCase()).toContain(why.toLowerCase());
  });

  it('says what is wrong with a module that exports no server', async () => {
    const file = writeModule('export default 7;');
    try {
      const { exit, err } = await runWithFakeIo(['serve', file], { cwd });
      expect(exit).toBe(2);
      expect(err).toContain('has no default export that can be served');
    } finally {
      rmSync(file);
    }
  });
});

describe('an address', () => {
  it.each([
    ['8788', { host: '127.0.0.1', port: 8788 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
    ['[::1]:9000', { host: '::1', port: 9000 }],
    ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
  ])('%s is read', (text, address) => expect(parseAddress(text)).toEqual(address));

  it.each(['', 'host', '70000', 'a:b', '::1:80', '1.5'])('%j is refused', (text) =>
    expect(() => parseAddress(text)).toThrow('not an address'),
  );
});
