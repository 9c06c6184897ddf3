import type { JsonObject } from '@recourse/contract';
import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGitHubServer } from '../src/server.ts';
import { openHttp } from './rpc.ts';
import type { PlainCaller } from './rpc.ts';
import { sentences, validationCases } from './validation-cases.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let call: PlainCaller['call'];
let end: () => Promise<void>;
const lines: string[] = [];

beforeAll(async () => {
  const forge = await createForge({ seed: sampleSeed, limits: 'none' });
  const server = createGitHubServer({
    github: { baseUrl: forge.url, token: sampleTokens.mira },
    log: (line) => lines.push(line),
  });
  const caller = await openHttp(server);
  ({ call } = caller);
  end = async () => {
    await caller.close();
    await forge.close();
  };
});
afterAll(() => end());

it('has a case for every tool of the contract, and more than 81', () => {
  expect(new Set(validationCases.map(({ tool }) => tool)).size).toBe(14);
  expect(validationCases.length).toBeGreaterThan(81);
});

describe.each([...new Set(validationCases.map(({ tool }) => tool))])('%s', (tool) => {
  const rows = validationCases.filter((entry) => entry.tool === tool).map((entry) => [entry.rule, entry] as const);
  const refused = rows.filter(([, { problems }]) => problems.length > 0);
  const passed = rows.filter(([, { problems }]) => problems.length === 0);

  it.each(refused)('refuses: %s', async (_rule, { args, problems }) => {
    const { error } = await call(tool, args);
    expect(error?.code).toBe(-32602);
    const listed = (error?.data['validation_errors'] ?? []) as readonly JsonObject[];
    const shown = listed.map(({ message, path, keyword, params }) => ({ message, path, keyword, params }));
    expect(shown).toHaveLength(problems.length);
    expect(shown).toEqual(expect.arrayContaining([...problems]));
    expect(error?.message).toBe(`Validation errors: ${shown.map(({ message }) => String(message)).join('; ')}`);
    expect(error?.data).toMatchObject({ tool, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  it.each(passed)('lets through: %s', async (_rule, { args }) => {
    const { error, result } = await call(tool, args);
    // There is no such repository, so not even a merge is asked about. A search finds nothing, which is an answer.
    if (tool === 'search') expect(result).toBeDefined();
    else expect(error?.code, error?.message).toBe(-32002);
  });
});

it.each(sentences)('says: %s', async (sentence, tool, args) => {
  expect((await call(tool, args)).error).toMatchObject({ code: -32602, message: sentence });
});

it("answers the contract's own example", async () => {
  const answer = await call('search', {});
  expect(answer).toMatchObject({
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32602,
      message: "Validation errors: must have required property 'query'",
      data: {
        tool: 'search',
        validation_errors: [
          {
            message: "must have required property 'query'",
            path: 'root',
            keyword: 'required',
            params: { missingProperty: 'query' },
            value: {},
          },
        ],
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        code: 'VALIDATION_MISSING_PARAM',
      },
    },
  });
});

it('writes one line for each failure, whatever it holds', async () => {
  lines.length = 0;
  await call('get_pr_mergeability', { repo: 'a"b\nc/d', prNumber: 7 });
  expect(lines).toEqual([
    String.raw`jsonrpc_error tool=get_pr_mergeability code=-32602 repo=a\"b\nc/d pr=7 sha=- state=- msg="Validation errors: must match pattern \"^[a-zA-Z0-9._-]+/[a-zA-Z0-9._-]+$\""`,
  ]);
});

it.each([
  ['read_file', { path: '../secret' }, 'VALIDATION_UNSAFE_PATH'],
  ['read_file', { path: '/etc/passwd' }, 'VALIDATION_UNSAFE_PATH'],
  ['read_file', { path: 'a\nb' }, 'VALIDATION_CONTROL_CHARS'],
  ['list_directory', { path: 'a/../..' }, 'VALIDATION_UNSAFE_PATH'],
  ['get_tree', { ref: '-x' }, 'VALIDATION_UNSAFE_REF'],
  ['get_tree', { branch: 'a..b' }, 'VALIDATION_UNSAFE_REF'],
  ['create_branch', { branch: 'x.lock' }, 'VALIDATION_UNSAFE_REF'],
  [
    'commit_files',
    { branch: 'x', message: 'm', files: [{ path: '.git/config', content: '' }] },
    'VALIDATION_UNSAFE_PATH',
  ],
])('%s refuses what fits its schema and is unsafe: %j', async (tool, args, code) => {
  const { error } = await call(tool, { repo: 'mira/tidewater', ...args });
  expect(error).toMatchObject({ code: -32602, data: { code } });
});
