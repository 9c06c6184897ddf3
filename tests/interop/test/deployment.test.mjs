import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { openOperator } from '@recourse/stores/configured';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nginxProgram, startNginx } from '../src/proxies/nginx.mjs';

const program = path.resolve(import.meta.dirname, '..', '..', 'deployment', 'server.mjs');
const guide = path.resolve(import.meta.dirname, '..', '..', '..', 'docs', 'guide', 'deployment.md');

/** The nginx configuration of the guide, as far as it does not name machines. */
const directivesOfGuide = async () => {
  const [, block = ''] = /```nginx\n(.*?)```/su.exec(await readFile(guide, 'utf8')) ?? [];
  const [, upstream = ''] = /upstream recourse \{(.*?)\n\}/su.exec(block) ?? [];
  const [, location = ''] = /location \/ \{(.*?)\n\s*\}/su.exec(block) ?? [];
  return { servers: [...upstream.matchAll(/server /gu)].length, location };
};

/** @type {{ url: string, folder: string, key: string, close: () => Promise<void> } | undefined} */
let deployment;

beforeAll(async () => {
  if (nginxProgram === undefined && !process.env['CI']) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-nginx-deployment-'));
  const configuration = { http: { sessions: false, trusted_proxies: ['127.0.0.1'] }, store: { kind: 'sqlite' } };
  await writeFile(path.join(folder, 'recourse.config.json'), JSON.stringify(configuration));
  const operator = await openOperator({ cwd: folder, environment: {} });
  const { key } = await operator.stores.keys.create({ principal: 'ada', trust: 'validated' });
  await operator.close();
  const { servers, location } = await directivesOfGuide();
  const children = Array.from({ length: servers }, () =>
    spawn(process.execPath, [program, path.join(folder, 'ledger.txt')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const urls = await Promise.all(
    children.map(async (child) => {
      const [chunk] = await once(child.stdout, 'data');
      return new URL(String(chunk).trim());
    }),
  );
  const upstream = urls.map(({ host }) => `server ${host};`).join(' ');
  const nginx = await startNginx({ '/': location.replaceAll(/#.*$/gmu, '') }, { recourse: upstream });
  deployment = {
    url: `http://127.0.0.1:${nginx.port}/mcp`,
    folder,
    key,
    close: async () => {
      await nginx.close();
      for (const child of children) {
        child.kill('SIGTERM');
        const [code] = await once(child, 'exit');
        expect(code).toBe(0);
      }
      await rm(folder, { recursive: true });
    },
  };
}, 120_000);

afterAll(() => deployment?.close());

const started = () => {
  if (!deployment) throw new Error('There is no deployment');
  return deployment;
};

const lines = async () => (await readFile(path.join(started().folder, 'ledger.txt'), 'utf8')).trim().split('\n');

/** @param {'2026-07-28' | 'session'} protocol */
const connect = async (protocol) => {
  const { url, key } = started();
  const client = new Client(
    { name: 'interop', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      ...(protocol !== 'session' && { versionNegotiation: { mode: { pin: protocol } } }),
    },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const asksConsent = 'requestedSchema' in params && 'confirm' in params.requestedSchema.properties;
    /** @type {Record<string, string | boolean>} */
    const content = asksConsent ? { confirm: true } : { color: 'red' };
    return { action: 'accept', content };
  });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
};

describe.skipIf(nginxProgram === undefined && !process.env['CI'])(
  'three processes behind the nginx of the guide',
  () => {
    it('confirm calls and answer questions of 2026-07-28 without stickiness', async () => {
      const client = await connect('2026-07-28');
      const pids = new Set();
      for (const line of ['one', 'two', 'three', 'four']) {
        const burnt = await client.callTool({ name: 'burn', arguments: { line: `burn ${line}` } });
        expect(burnt.structuredContent).toMatchObject({ ok: true });
        const painted = await client.callTool({ name: 'paint', arguments: { line: `paint ${line}` } });
        expect(painted.structuredContent).toMatchObject({ ok: true, action: 'accept' });
        for (const { structuredContent } of [burnt, painted])
          pids.add(/** @type {{ pid: number }} */ (structuredContent).pid);
      }
      expect(pids.size).toBe(3);
      expect((await lines()).filter((line) => line.startsWith('burn') || line.startsWith('paint'))).toHaveLength(8);
      await client.close();
    });

    it('serve a client of an older revision without a session', async () => {
      const client = await connect('session');
      for (const line of ['five', 'six', 'seven']) {
        expect((await client.callTool({ name: 'slow', arguments: { line } })).structuredContent).toMatchObject({
          ok: true,
        });
      }
      await client.close();
    });

    it('pass changes to a client that listens, from whichever process they come', async () => {
      const client = await connect('2026-07-28');
      const told = new Promise((resolve) => client.setNotificationHandler('notifications/tools/list_changed', resolve));
      const subscription = await client.listen({ toolsListChanged: true });
      await client.callTool({ name: 'announce', arguments: {} });
      await told;
      await subscription.close();
      await client.close();
    });

    it('stop a handler whose client goes away', async () => {
      const client = await connect('2026-07-28');
      const gone = new AbortController();
      const call = client.callTool({ name: 'slow', arguments: { line: '60000ms gone' } }, { signal: gone.signal });
      const began = async () => (await lines()).includes('began 60000ms gone');
      await expect.poll(began, { timeout: 30_000 }).toBe(true);
      gone.abort();
      await expect(call).rejects.toThrow();
      await client.close();
      // Each process ends with 0 within its bound, so that no handler waits for its minute.
    });
  },
);
