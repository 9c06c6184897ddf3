import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import type { Spawned } from '@recourse/testkit';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lcov, makeProject, sums } from './project.ts';
import { serveProject } from './stdio.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** The table of the contract. */
const table = [
  'INPUT_REJECTED_DANGEROUS_FLAG',
  'INPUT_REJECTED_SHELL_METACHAR',
  'INPUT_REJECTED_CONTROL_CHARS',
  'INPUT_REJECTED_INVALID_TAGS',
  'INPUT_REJECTED_INVALID_TIMEOUT',
  'INPUT_REJECTED_INVALID_RUN_PATTERN',
  'INPUT_REJECTED_PATH_SCOPE',
  'OP_CONFIG_EXISTS',
  'OP_DETECT_FAILED',
  'OP_INVALID_PATH',
  'OP_FILE_WRITE_FAILED',
  'OP_RATE_LIMITED',
  'OP_MODULE_ROOT_MISSING',
  'INPUT_REJECTED_OTHER',
];
const answered = new Set<unknown>();

/** The rejection as sent to the client: an error, with the five fields, the same as text and as structure. */
const rejection = async (served: Spawned, tool: string, args: JsonObject): Promise<JsonObject> => {
  const { isError, structuredContent, content } = await served.callTool(tool, args);
  expect(isError).toBe(true);
  if (!isJsonObject(structuredContent)) throw new Error('There is no structured content');
  const [first] = content;
  expect(first?.type === 'text' && JSON.parse(first.text)).toEqual(structuredContent);
  expect(structuredContent).toMatchObject({
    passed: false,
    error_code: expect.any(String) as string,
    error: expect.any(String) as string,
    summary: expect.any(String) as string,
    remediation: expect.any(String) as string,
  });
  answered.add(structuredContent['error_code']);
  return structuredContent;
};

describe("every row of the contract's table, over stdio", () => {
  let agent: Spawned;
  let pipeline: Spawned;
  beforeAll(async () => {
    const project = makeProject(sums);
    agent = await serveProject(project);
    pipeline = await serveProject(project, { mode: 'ci' });
  });

  it.each<[string, string, JsonObject]>([
    ['INPUT_REJECTED_DANGEROUS_FLAG', 'check', { testArgs: ['--rootdir=/tmp'] }],
    ['INPUT_REJECTED_DANGEROUS_FLAG', 'check', { testArgs: ['-Dexec.executable=/bin/sh'] }],
    ['INPUT_REJECTED_DANGEROUS_FLAG', 'check', { testArgs: ['--require=/tmp/evil.js'], fromProfile: true }],
    ['INPUT_REJECTED_SHELL_METACHAR', 'check', { testArgs: ['foo`whoami`'] }],
    ['INPUT_REJECTED_CONTROL_CHARS', 'check', { testArgs: ['a\nb'] }],
    ['INPUT_REJECTED_CONTROL_CHARS', 'check', { profile: 'a\u0000b' }],
    ['INPUT_REJECTED_CONTROL_CHARS', 'check', { diffRef: 'ma\u202Ein' }],
    ['INPUT_REJECTED_INVALID_TAGS', 'check', { tags: 'integration; rm -rf /' }],
    ['INPUT_REJECTED_INVALID_TIMEOUT', 'check', { timeout: '5 minutes' }],
    ['INPUT_REJECTED_INVALID_TIMEOUT', 'check', { timeout: '2562048h' }],
    ['INPUT_REJECTED_INVALID_TIMEOUT', 'check', { timeout: '0s' }],
    ['INPUT_REJECTED_INVALID_RUN_PATTERN', 'check', { run: 'TestFoo$(whoami)' }],
    ['INPUT_REJECTED_PATH_SCOPE', 'check', { profile: '/etc/passwd' }],
    ['INPUT_REJECTED_PATH_SCOPE', 'debt', { profile: '../x.info' }],
    ['INPUT_REJECTED_PATH_SCOPE', 'badge', { output: '../x.svg' }],
    ['INPUT_REJECTED_PATH_SCOPE', 'check', { configPath: '/etc/passwd' }],
    ['INPUT_REJECTED_OTHER', 'check', { diffRef: '--output=x' }],
    ['INPUT_REJECTED_OTHER', 'check', { incremental: true, incrementalRef: 'a..b' }],
    ['INPUT_REJECTED_SHELL_METACHAR', 'report', { diffRef: 'a;b' }],
    ['INPUT_REJECTED_OTHER', 'check', { verbosity: 'loud' }],
    ['INPUT_REJECTED_OTHER', 'check', { unknownField: 1 }],
    ['INPUT_REJECTED_OTHER', 'check', { failUnder: 101 }],
    ['OP_INVALID_PATH', 'check', { configPath: 'src/sums.js' }],
    ['OP_INVALID_PATH', 'check', { profile: 'src' }],
    ['OP_INVALID_PATH', 'check', { profile: 'package.json/x.info' }],
    ['OP_MODULE_ROOT_MISSING', 'check', { language: 'go' }],
    ['OP_MISSING_ARG', 'compare', {}],
    ['OP_UNKNOWN_TOOL', 'chekc', {}],
    ['OP_MODE_FORBIDDEN', 'init', {}],
    ['OP_MODE_FORBIDDEN', 'record', {}],
    ['OP_MODE_FORBIDDEN', 'suggest', { writeConfig: true }],
    ['OP_MODE_FORBIDDEN', 'pr-comment', { prNumber: 1 }],
    ['OP_REF_UNKNOWN', 'check', { diffRef: 'no-such-branch' }],
    ['OP_CONFIG_MISSING', 'check', { configPath: 'other.yaml' }],
    ['OP_PROFILE_MISSING', 'debt', { profile: 'none.info' }],
  ])('%s: %s %j', async (code, tool, args) => {
    expect(await rejection(agent, tool, args)).toMatchObject({ error_code: code });
  });

  it.each<[string, string, JsonObject]>([
    ['INPUT_REJECTED_DANGEROUS_FLAG', 'record', { testArgs: ['--node-options=--require=/tmp/evil.js'] }],
    ['INPUT_REJECTED_INVALID_RUN_PATTERN', 'record', { testRun: 'x;y' }],
    ['INPUT_REJECTED_PATH_SCOPE', 'record', { historyPath: '/tmp/x' }],
    ['OP_CONFIG_EXISTS', 'init', {}],
    ['OP_MISSING_ARG', 'pr-comment', { owner: 'mira', repo: 'tidewater' }],
    ['OP_PROVIDER_UNSUPPORTED', 'pr-comment', { prNumber: 1, provider: 'gitlab' }],
    ['OP_UNAUTHENTICATED', 'pr-comment', { prNumber: 1, owner: 'mira', repo: 'tidewater' }],
  ])('%s: %s %j in mode ci', async (code, tool, args) => {
    expect(await rejection(pipeline, tool, args)).toMatchObject({ error_code: code });
  });

  it('refuses control characters in every string argument of every tool', async () => {
    const { tools } = await pipeline.client.listTools();
    const fields = tools.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties ?? {}).flatMap(([field, schema]) => {
        const { type, items } = schema as { type?: string; items?: { type?: string } };
        if (type === 'string') return [{ name, field, isList: false }];
        return items?.type === 'string' ? [{ name, field, isList: true }] : [];
      }),
    );
    expect(fields.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['label', 'commit', 'owner', 'language', 'domains', 'cursor', 'style', 'run']),
    );
    for (const { name, field, isList } of fields) {
      for (const text of ['a\u0000b', 'a\r\nb', 'a\u202Eb']) {
        const args = { ...(name === 'compare' && { baseProfile: 'a.info' }), [field]: isList ? [text] : text };
        const wire = await rejection(pipeline, name, args);
        expect([name, field, text, wire['error_code']]).toEqual([name, field, text, 'INPUT_REJECTED_CONTROL_CHARS']);
      }
    }
  });

  it('says the words of the contract for a dangerous flag', async () => {
    const { recourse: _, ...wire } = await rejection(agent, 'check', { testArgs: ['--rootdir=/tmp'] });
    expect(wire).toEqual({
      passed: false,
      error_code: 'INPUT_REJECTED_DANGEROUS_FLAG',
      error:
        'rejected MCP input testArgs[0]="--rootdir=/tmp": flag "--rootdir" can load arbitrary code via the underlying test runner; not allowed from MCP input',
      summary: 'Rejected unsafe MCP input',
      remediation:
        'Remove the rejected flag from testArgs. The flag can load arbitrary code via the underlying test runner and is denied from MCP input. If you need it for trusted CLI use, run coverctl directly without MCP.',
    });
  });
});

it('OP_DETECT_FAILED: init and check of a project without markers; a hostile argument is told first', async () => {
  const served = await serveProject(makeProject({ 'README.md': 'Nothing.\n' }), { mode: 'ci' });
  expect(await rejection(served, 'init', {})).toMatchObject({ error_code: 'OP_DETECT_FAILED' });
  expect(await rejection(served, 'check', {})).toMatchObject({ error_code: 'OP_DETECT_FAILED' });
  expect(await rejection(served, 'check', { testArgs: ['--rootdir=/tmp'] })).toMatchObject({
    error_code: 'INPUT_REJECTED_DANGEROUS_FLAG',
  });
});

it('OP_MODULE_ROOT_MISSING: init and check of Go sources without a module', async () => {
  const served = await serveProject(makeProject({ 'cmd/shop/main.go': 'package main\n' }), { mode: 'ci' });
  expect(await rejection(served, 'init', {})).toMatchObject({ error_code: 'OP_MODULE_ROOT_MISSING' });
  expect(await rejection(served, 'check', {})).toMatchObject({ error_code: 'OP_MODULE_ROOT_MISSING' });
});

it('OP_FILE_WRITE_FAILED: init where nothing may be written', async () => {
  const project = makeProject(sums);
  mkdirSync(path.join(project.root, 'locked'));
  chmodSync(path.join(project.root, 'locked'), 0o555);
  chmodSync(project.root, 0o777);
  onTestFinished(() => chmodSync(path.join(project.root, 'locked'), 0o755));
  // File permissions do not stop root.
  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const;
  const isRoot = process.getuid?.() === 0;
  const served = await serveProject(project, { mode: 'ci', ...(isRoot && { before: asNobody }) });
  expect(await rejection(served, 'init', { configPath: 'locked/policy.yaml' })).toMatchObject({
    error_code: 'OP_FILE_WRITE_FAILED',
    recourse: { details: { path: 'locked/policy.yaml' } },
  });
});

it('OP_RATE_LIMITED: the sixth comment in five minutes, by any name and across processes', async () => {
  const forge = await createForge({ seed: sampleSeed });
  onTestFinished(() => forge.close());
  const project = makeProject({ ...sums, 'cover.info': lcov({ 'src/sums.js': [[1, 2], [3]] }) });
  const env = { GITHUB_TOKEN: sampleTokens.mira, GITHUB_API_URL: forge.url };
  const [one, other] = [
    await serveProject(project, { mode: 'ci', env }),
    await serveProject(project, { mode: 'ci', env: { ...env, GITHUB_REPOSITORY: 'Mira/tidewater' } }),
  ];
  const profile = 'cover.info';
  const first = await one.callTool('pr-comment', {
    profile,
    prNumber: 1,
    owner: 'mira',
    repo: 'tidewater',
    dryRun: true,
  });
  expect(first.isError).toBeUndefined();
  for (const [served, args] of [
    [one, { owner: 'mira', repo: 'tidewater' }],
    [one, { owner: 'MIRA', repo: 'Tidewater', provider: 'github' }],
    [other, {}],
    // An attempt that fails counts too.
    [one, { owner: 'mira', repo: 'tidewater', baseProfile: 'none.info' }],
    [other, { repo: 'tidewater.git' }],
  ] as const) {
    const { structuredContent } = await served.callTool('pr-comment', { profile, prNumber: 1, ...args });
    expect(structuredContent).not.toMatchObject({ error_code: 'OP_RATE_LIMITED' });
  }
  for (const served of [one, other]) {
    const refused = await rejection(served, 'pr-comment', { profile, prNumber: 1, owner: 'mira', repo: 'TIDEWATER' });
    expect(refused).toMatchObject({
      error_code: 'OP_RATE_LIMITED',
      recourse: {
        retryable: true,
        recovery: 'wait',
        details: { limit: 5, window_seconds: 300, target: 'github/mira/tidewater#1' },
      },
    });
    expect(refused).toHaveProperty('recourse.details.retry_after_seconds');
  }
  const elsewhere = await one.callTool('pr-comment', { profile, prNumber: 2, owner: 'mira', repo: 'tidewater' });
  expect(elsewhere.isError).toBeUndefined();
  const dry = await one.callTool('pr-comment', {
    profile,
    prNumber: 1,
    owner: 'mira',
    repo: 'tidewater',
    dryRun: true,
  });
  expect(dry.isError).toBeUndefined();
});

it('leaves no row of the table out', () => {
  expect(table.filter((code) => !answered.has(code))).toEqual([]);
});
