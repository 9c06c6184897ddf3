import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { createForge } from '@recourse/forge';
import { serveHttp } from '@recourse/server';
import { openStores } from '@recourse/stores';
import { dialClient } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleProduct } from '../src/demo/product/sample-product.ts';
import { sampleSite } from '../src/demo/site.ts';
import { launchEntry } from '../src/entry.ts';

const tool = 'launch_start_run_from_github_repo_url';
const token = 'token-of-acme';
type Files = Readonly<Record<string, string>>;

const repositories: Readonly<Record<string, Files>> = {
  tally: sampleProduct,
  docs: sampleSite,
  moving: sampleProduct,
  monorepo: {
    'package.json': '{"private":true,"workspaces":["packages/*"]}',
    'packages/core/package.json': '{\n  "name": "@acme/core"\n}\n',
    'packages/core/index.ts': 'export const core = 1;\n',
    'packages/web/package.json': '{\n  "name": "@acme/web"\n}\n',
    'packages/web/index.js': 'export const web = 1;\n',
  },
  mixed: {
    'package.json': '{"name":"mixed"}',
    'index.js': 'a();\n'.repeat(100),
    'pyproject.toml': '[project]\nname = "mixed"\n',
    'mixed.py': 'a()\n'.repeat(200),
  },
  notes: { 'README.md': '# Something else\n\nText.\n', 'a.go': 'package a\n' },
};

let url: string;
let closing: (() => Promise<unknown> | undefined)[] = [];
let call: (args: JsonObject, name?: string) => Promise<JsonObject>;
let withoutSite: typeof call;
beforeAll(async () => {
  const forge = await createForge({
    limits: 'none',
    seed: {
      users: [{ login: 'acme', name: 'Acme', tokens: [{ token, scopes: ['repo'] }] }],
      repositories: Object.entries(repositories).map(([name, files]) => ({
        owner: 'acme',
        name,
        commits: [{ message: 'Begin', files: Object.entries(files).map(([at, content]) => ({ path: at, content })) }],
      })),
    },
  });
  url = `${forge.url}/acme`;
  closing = [() => forge.close()];
  const environment = {
    PATH: process.env['PATH'] ?? '',
    GITHUB_API_URL: forge.url,
    LAUNCH_REPOSITORIES: `${forge.url}/`,
  };
  call = await connect({ ...environment, LAUNCH_SITE_URL: `${url}/docs` });
  withoutSite = await connect(environment);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Starts the server on a real HTTP port and returns a way to call its tools with the official client. */
const connect = async (environment: Readonly<Record<string, string>>): Promise<typeof call> => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'recourse-launch-'));
  const stores = await openStores({ kind: 'sqlite', file: path.join(cwd, 'state.db') }, {});
  const setting = { options: { stores }, stores, environment, cwd, notify: () => undefined };
  const { server, close } = await launchEntry.start(setting);
  const serving = await serveHttp(server, { port: 0 });
  const client = await dialClient(serving.url);
  closing.push(
    () => Promise.resolve(rmSync(cwd, { recursive: true, force: true })),
    () => stores.close(),
    () => close?.(),
    () => serving.close({ now: true }),
    () => client.close(),
  );
  return async (args, name = tool) => (await client.callTool(name, args)).structuredContent as JsonObject;
};

const runsOf = async (product_slug: string): Promise<unknown> =>
  (await call({ filter: { product_slug } }, 'launch_list_runs'))['runs'];

describe(tool, () => {
  it('starts a run and says what it inferred, from what and how surely', async () => {
    const answer = await call({ github_repo_url: `${url}/tally.git` });
    expect(answer).toMatchObject({
      ok: true,
      run_id: expect.stringMatching(/^r_/),
      state: 'CREATED',
      replayed: false,
      derived_config: {
        product_slug: 'tally',
        product_name: 'Tally',
        family: null,
        target_platform: 'typescript',
        locales: ['en'],
        layout_mode: 'none',
        allow_inference: false,
        github_repo_url: `${url}/tally`,
        github_ref: expect.stringMatching(/^[a-f0-9]{40}$/),
        site_repo_url: `${url}/docs`,
      },
    });
    const { inferred, derived_config } = answer as unknown as {
      readonly inferred: unknown;
      readonly derived_config: { readonly github_ref: string };
    };
    expect(inferred).toEqual(
      expect.arrayContaining([
        { field: 'product_slug', value: 'tally', confidence: 0.95, source: { path: 'package.json', line: 2 } },
        { field: 'target_platform', value: 'typescript', confidence: 1, source: { path: 'package.json', line: 2 } },
        {
          field: 'github_ref',
          value: derived_config.github_ref,
          confidence: 1,
          source: { rule: "the head of 'main', the default branch" },
        },
      ]),
    );
    expect(await runsOf('tally')).toMatchObject([{ run_id: answer['run_id'] }]);
  });

  it('uses what the caller gives and does not list it as inferred', async () => {
    const given = { product_slug: 'counter', product_name: 'Counter', target_platform: 'javascript', locale: 'de' };
    const answer = await call({ github_repo_url: `${url}/tally`, layout_mode: 'dir', ...given });
    expect(answer).toMatchObject({
      ok: true,
      derived_config: {
        product_slug: 'counter',
        product_name: 'Counter',
        target_platform: 'javascript',
        locales: ['de'],
      },
    });
    expect((answer['inferred'] as JsonObject[]).map(({ field }) => field)).toEqual([
      'github_ref',
      'family',
      'allowed_paths',
      'allow_inference',
    ]);
  });

  it('lists the packages of a monorepo, starts nothing, and continues after a choice', async () => {
    const answer = await call({ github_repo_url: `${url}/monorepo` });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        retryable: false,
        details: {
          missing_fields: ['product_slug'],
          candidates: {
            product_slug: [
              { value: 'core', confidence: 0.45, source: { path: 'packages/core/package.json', line: 2 } },
              { value: 'web', confidence: 0.45, source: { path: 'packages/web/package.json', line: 2 } },
            ],
          },
        },
      },
    });
    expect(await runsOf('core')).toEqual([]);
    const choice = { github_repo_url: `${url}/monorepo`, product_slug: 'web' };
    expect(JSON.stringify(answer)).toContain(JSON.stringify(choice));
    expect(await call(choice)).toMatchObject({
      ok: true,
      derived_config: { product_slug: 'web', product_name: 'Web', target_platform: 'javascript' },
    });
  });

  it('offers two platforms of similar weight', async () => {
    const answer = await call({ github_repo_url: `${url}/mixed` });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        details: {
          missing_fields: ['target_platform'],
          candidates: { target_platform: [{ value: 'python' }, { value: 'javascript' }] },
        },
      },
    });
    expect(await runsOf('mixed')).toEqual([]);
    expect(await call({ github_repo_url: `${url}/mixed`, target_platform: 'python' })).toMatchObject({ ok: true });
  });

  it('does not infer the name of a product without a manifest', async () => {
    expect(await call({ github_repo_url: `${url}/notes` })).toMatchObject({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        details: {
          missing_fields: ['product_slug'],
          candidates: {
            product_slug: [
              { value: 'notes', source: { rule: 'the name of the repository' } },
              { value: 'something-else', source: { path: 'README.md', line: 1 } },
            ],
          },
        },
      },
    });
  });

  it.each([
    ['an address over SSH', 'git@github.com:acme/tally.git', 'https://github.com/acme/tally'],
    ['an address without a scheme', 'github.com/acme/tally', 'https://github.com/acme/tally'],
    ['a page of a repository', 'https://github.com/acme/tally/tree/main/src', 'https://github.com/acme/tally'],
    ['an address of no repository', 'https://github.com/acme', undefined],
    ['text', 'tally', undefined],
  ])('refuses %s and suggests what was meant', async (_, github_repo_url, meant) => {
    expect(await call({ github_repo_url })).toMatchObject({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        details: {
          invalid_fields: ['github_repo_url'],
          ...(meant !== undefined && { suggested_values: { github_repo_url: meant } }),
        },
      },
    });
  });

  it('reports a repository or commit that is missing or not permitted', async () => {
    expect(await call({ github_repo_url: `${url}/nowhere` })).toMatchObject({
      ok: false,
      error: { code: 'REPO_NOT_FOUND', retryable: false, details: { missing: 'repository' } },
    });
    expect(await call({ github_repo_url: `${url}/tally`, github_ref: 'f'.repeat(40) })).toMatchObject({
      ok: false,
      error: { code: 'REPO_NOT_FOUND', details: { missing: 'commit' } },
    });
    expect(await call({ github_repo_url: 'https://github.com/acme/tally' })).toMatchObject({
      ok: false,
      error: { code: 'REPO_NOT_ALLOWED' },
    });
  });

  it('refuses values that make no valid configuration', async () => {
    expect(await call({ github_repo_url: `${url}/tally`, product_slug: 'Not A Slug' })).toMatchObject({
      ok: false,
      error: { code: 'SCHEMA_VALIDATION_FAILED', details: { problems: [{ path: '/product_slug' }] } },
    });
  });

  it('needs a site from the caller if the operator has not set one', async () => {
    expect(await withoutSite({ github_repo_url: `${url}/tally` })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { missing_fields: ['site_repo_url'] } },
    });
    expect(await withoutSite({ github_repo_url: `${url}/tally`, site_repo_url: `${url}/docs` })).toMatchObject({
      ok: true,
    });
  });

  it('returns the run of a key, even if the repository has new commits, and refuses the key for another one', async () => {
    const args = { github_repo_url: `${url}/moving`, product_slug: 'moving', idempotency_key: 'k' };
    const first = await call(args);
    expect(await call(args)).toMatchObject({ ok: true, run_id: first['run_id'], replayed: true });
    const put = await fetch(`${new URL(url).origin}/repos/acme/moving/contents/new.md`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Move on', content: Buffer.from('New.\n').toString('base64') }),
    });
    expect(put.status).toBe(201);
    const again = await call(args);
    expect(again).toMatchObject({ ok: true, run_id: first['run_id'], replayed: true });
    expect(again['derived_config']).toEqual(first['derived_config']);
    expect(await call({ ...args, github_repo_url: `${url}/tally` })).toMatchObject({
      ok: false,
      error: { code: 'IDEMPOTENCY_CONFLICT', details: { existing_run_id: first['run_id'] } },
    });
  });
});
