import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '@recourse/contract';
import { spawnClient } from '@recourse/testkit';
import type { Spawned } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePage } from '../src/content/eval/testing/honest-code.ts';
import { lacksBrowser } from '../src/observe/testing/open-page.ts';
import { servePages } from './apps/serve-pages.ts';
import type { PageServer } from './apps/serve-pages.ts';

const recourse = path.resolve(import.meta.dirname, '../../../packages/cli/dist/main.js');
const execute = promisify(execFile);
/** A word that is part of every code and argument, and must be on no record. */
const marker = 'xyzzyplugh';
const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

let folder: string;
let pages: PageServer;
let served: Spawned;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stage-eval-'));
  pages = await servePages();
  const policy = { tools: { electron_eval_main: { decision: 'confirm' } } };
  const telemetry = { log: 'stderr', eventArguments: 'redacted' };
  await writeFile(path.join(folder, 'recourse.config.json'), JSON.stringify({ policy, telemetry }));
  const env = {
    PATH: process.env['PATH'] ?? '',
    TMPDIR: tmpdir(),
    STAGE_ALLOW: 'pages,eval-main,eval-renderer',
    STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage',
  };
  served = await spawnClient({ args: [recourse, 'serve', 'stage', '--stdio'], cwd: folder, env });
});
afterAll(async () => {
  await served.close();
  await pages.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const call = async (name: string, args: JsonObject, meta?: JsonObject): Promise<JsonObject> => {
  const given = { name, arguments: args, ...(meta && { _meta: meta }) };
  return (await served.client.callTool(given)).structuredContent as JsonObject;
};

interface Recorded {
  readonly type: string;
  readonly tool: string;
  readonly code: string | null;
  readonly data: JsonObject;
}

/** The recorded ends of calls, as the operator reads them. */
const recordedEnds = async (): Promise<readonly Recorded[]> => {
  const { stdout } = await execute(process.execPath, [recourse, 'events', '--json', '--limit', '200'], { cwd: folder });
  const { events } = JSON.parse(stdout) as { readonly events: readonly Recorded[] };
  return events.filter(({ type }) => type !== 'TOOL_CALL_STARTED');
};

const filesBelow = async (root: string): Promise<readonly string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe.skipIf(lacksBrowser)('the record of recourse serve stage', () => {
  it('has every run of code with its hash, and neither code nor argument anywhere', async () => {
    await call('electron_open_page', { url: pages.address(samplePage) });
    const [ok, thrown, keyword, construct, syntax] = [
      `(given) => given.length + ${JSON.stringify(marker)}.length`,
      `throw new Error(${JSON.stringify(marker)})`,
      `process.exit(${marker})`,
      `${marker}.constructor`,
      `${marker} ${marker}`,
    ] as const;
    const arg = marker;
    const key = { 'dev.recourse/idempotency_key': 'one-run-of-code' };
    expect(await call('electron_eval_renderer', { code: ok, arg }, key)).toMatchObject({ result: 20 });
    expect(await call('electron_eval_renderer', { code: ok, arg }, key)).toMatchObject({ _meta: { replayed: true } });
    for (const code of [thrown, keyword, construct, syntax]) await call('electron_eval_renderer', { code, arg });
    const held = await call('electron_eval_main', { code: `"${marker}"`, arg });
    expect(held).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    const events = await recordedEnds();
    const found = events
      .filter(({ tool }) => tool.startsWith('electron_eval_'))
      .map(({ code, data }) => [code, data['code_hash']]);
    expect(found).toEqual(
      expect.arrayContaining([
        [null, hashOf(ok)],
        ['EVAL_RUNTIME_ERROR', hashOf(thrown)],
        ['EVAL_BLOCKED_KEYWORD', hashOf(keyword)],
        ['EVAL_BLOCKED_CONSTRUCT', hashOf(construct)],
        ['EVAL_SYNTAX_ERROR', hashOf(syntax)],
        ['CONFIRMATION_REQUIRED', hashOf(`"${marker}"`)],
      ]),
    );
    expect(JSON.stringify(events)).not.toContain(marker);
    expect(served.stderr()).toContain('electron_eval_renderer');
    expect(served.stderr()).not.toContain(marker);
    const stored = await filesBelow(folder);
    expect(stored.length).toBeGreaterThan(1);
    for (const file of stored) expect((await readFile(file)).includes(marker), file).toBe(false);
  });
});
