import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingHttpHeaders, RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import { describe, expect, it, onTestFinished } from 'vitest';
import { samplePage, sampleRun } from '../testing/sample-run.ts';
import { createHandler } from './create-handler.ts';
import { listen } from './listen.ts';
import { readPreviewPages } from './preview-page.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with its path as it is written. */
const ask = (url: string, route: string, options: RequestOptions = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path: route, ...options }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: Buffer.concat(parts).toString() });
      });
    });
    sent.on('error', reject).end();
  });

const rendered = `<!doctype html><html lang="en"><head><title>Tally</title></head><body><main><h1>Tally</h1>
<p>Tally counts words in <strong>files</strong>. It reads UTF-8 &ndash; &ldquo;as is&rdquo; &ndash; and needs no network.</p>
<h2>Limits</h2><p>Files over 128 MB are refused.</p></main></body></html>`;

const usualFiles = {
  '/index.html': '<p>Front</p>',
  '/docs/tally/index.html': rendered,
  '/image.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '/a b#c/index.html': '<p>Odd</p>',
};

const serve = async (
  files: Readonly<Record<string, string>> = usualFiles,
  more: Readonly<Record<string, string>> = {},
) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-preview-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({ ...files, ...more })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const run = await sampleRun({ pages: [{ path: 'content/docs/tally.md', text: samplePage, before: undefined }] });
  const names = new Set(Object.keys(files));
  const site = { files: names, ids: new Map(), hrefs: new Map(), addresses: new Map(), basePath: '/' };
  const folders = { contentRoot: 'content', locale: 'en' };
  const pages = await readPreviewPages(run.pages, { site, folder, folders });
  const listener = await listen(0);
  onTestFinished(() => listener.close());
  listener.handle(await createHandler({ run, folder, files: names, pages }));
  return { url: listener.url, get: (route: string, options?: RequestOptions) => ask(listener.url, route, options) };
};

const scriptsOf = (page: string) => {
  const scripts: Readonly<Record<string, string>>[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => name === 'script' && scripts.push(attributes) });
  parser.end(page);
  return scripts;
};

describe('the preview of a page', () => {
  it('has a mark for each sentence that it shows, and the evidence as data', async () => {
    const { get } = await serve();
    const { status, body } = await get('/docs/tally/');
    expect(status).toBe(200);
    const [script] = scriptsOf(body);
    const data = JSON.parse(script?.['data-evidence'] ?? '') as {
      readonly names: { readonly text: string; readonly mark: string };
      readonly counts: object;
      readonly sentences: readonly Readonly<Record<string, unknown>>[];
    };
    expect(data.counts).toEqual({ sentences: 8, matched: 5, hidden: 1 });
    expect(body.match(new RegExp(`<${data.names.mark} `, 'gu'))).toHaveLength(5);
    expect(data.sentences[2]).toMatchObject({
      text: 'Tally counts words in files.',
      look: 'cited',
      isBacked: true,
      claims: [{ place: 'README.md:3', lines: ['Tally counts words in files.'], isSame: true }],
    });
    expect(data.sentences[5]).toMatchObject({
      look: 'objection',
      objections: [{ code: 'GATE_TRUTHLOCK_CONTRADICTED_FACT' }],
    });
  });

  it('keeps every byte of the page outside the marks', async () => {
    const { get } = await serve();
    const { body } = await get('/docs/tally/');
    const without = body.replace(/<script defer [^>]*><\/script>/u, '').replaceAll(/<\/?launch-[^>]*>/gu, '');
    expect(without).toBe(rendered);
  });

  it('runs no script but its own', async () => {
    const { get } = await serve();
    const { headers, body } = await get('/docs/tally/');
    const nonce = scriptsOf(body)[0]?.['nonce'] ?? '';
    expect(headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}';`);
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/u);
    expect((await get('/docs/tally/')).headers['content-security-policy']).not.toContain(nonce);
    expect((await get('/image.svg')).headers['content-security-policy']).toContain('sandbox');
  });

  it.each(['<!-- ', '<textarea>', '<script>', '<style>', '<plaintext>', '<title>', '<p title="', ''])(
    'has its overlay before a page that begins with %j',
    async (start) => {
      const { get } = await serve({ '/docs/tally/index.html': `${start}</p>${rendered}` });
      expect((await get('/docs/tally/')).body).toMatch(/^<script defer nonce="[^"]+" src="\/__launch\/overlay\.js"/u);
    },
  );

  it('cannot be given marks by the page itself', async () => {
    const { get } = await serve();
    const names = await Promise.all([get('/docs/tally/'), (await serve()).get('/docs/tally/')]);
    const [first, second] = names.map(({ body }) => /<launch-[\da-f]{12}-t /u.exec(body)?.[0]);
    expect(first).toBeDefined();
    expect(first).not.toBe(second);
  });
});

describe('the server of a preview', () => {
  it.each([
    '/../secret.txt',
    '/docs/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/docs/tally/..%5c..%5csecret.txt',
    '/secret.txt',
    '//secret.txt',
    '/secret.txt%00.html',
    '/%zz',
    '/docs/',
    '/docs',
    '/__launch/../secret.txt',
    '/__launch/other',
  ])('answers 404 to %s', async (route) => {
    const { get } = await serve(usualFiles, { '/secret.txt': 'hidden', '/docs/notes.txt': 'hidden' });
    const { status, body } = await get(route);
    expect(status).toBe(404);
    expect(body).not.toContain('hidden');
  });

  it('adds the missing slash to the URL of a folder, on this server', async () => {
    const { get } = await serve();
    expect((await get('/docs/tally')).headers.location).toBe('/docs/tally/');
    expect((await get('/a%20b%23c')).headers.location).toBe('/a%20b%23c/');
    expect((await get('/a%20b%23c/')).body).toContain('Odd');
    expect((await get('//docs/tally')).headers.location).toBeUndefined();
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', 'localhost.evil.example', ''])(
    'refuses the Host %j',
    async (host) => {
      const { get } = await serve();
      const { status, body } = await get('/', { headers: { host }, setHost: false });
      expect([400, 421]).toContain(status);
      expect(body).not.toContain('Front');
    },
  );

  it('accepts localhost, and only GET and HEAD', async () => {
    const { get, url } = await serve();
    const host = `localhost:${new URL(url).port}`;
    expect((await get('/', { headers: { host } })).status).toBe(200);
    expect((await get('/', { method: 'HEAD' })).body).toBe('');
    expect(await get('/', { method: 'POST' })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('lists all pages and the sentences that were not found', async () => {
    const { get } = await serve();
    const { body, headers } = await get('/__launch/');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/u);
    expect(body).toContain('5 of 7 sentences matched, 1 more in front matter');
    expect(body).toContain('Tally is the fastest counter.');
    expect(body).toContain('<a href="/docs/tally/">Tally</a>');
  });

  it('lists a page that hugo did not publish', async () => {
    const { get } = await serve({ '/index.html': '<p>Front</p>' });
    expect((await get('/__launch/')).body).toContain('not published by hugo');
  });

  it('serves the report', async () => {
    const { get } = await serve();
    expect((await get('/__launch/report')).body).toContain('4 of 5 gates failed');
  });
});
