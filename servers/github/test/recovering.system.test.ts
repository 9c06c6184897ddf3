import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isJsonObject } from '@recourse/contract';
import { recovering } from '@recourse/client';
import type { RecoveryOptions } from '@recourse/client';
import { serveHttp } from '@recourse/server';
import { dialClient, spawnClient } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleTokens, startWorld, tidewater } from './world.ts';
import type { World } from './world.ts';

const main = path.join(import.meta.dirname, '..', 'dist', 'main.js');
const clockedProgram = path.join(import.meta.dirname, 'budget-server.mjs');

describe.each(['stdio', 'HTTP'] as const)('the client that recovers, with GitHub over %s on the forge', (wire) => {
  let world: World;
  let cwd: string;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    world = await startWorld();
    cwd = mkdtempSync(path.join(tmpdir(), 'recourse-github-'));
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await world.close();
    rmSync(cwd, { recursive: true });
  });

  const clockFile = (): string => path.join(cwd, 'clock');

  /** Over stdio the server is the process that users start; over HTTP it is one of this process. */
  const link = async (token: string = sampleTokens.mira, isClocked = false): Promise<Linked> => {
    const env = { PATH: process.env['PATH'] ?? '', GITHUB_API_URL: world.url, GITHUB_TOKEN: token };
    if (wire === 'stdio' && isClocked) {
      const store = JSON.stringify({ kind: 'sqlite', file: path.join(cwd, 'clocked.db') });
      return spawnClient({ args: [clockedProgram, store, world.url, token, clockFile()], cwd, env });
    }
    if (wire === 'stdio') return spawnClient({ args: [main], cwd, env });
    const serving = await serveHttp(world.server({}, token), { port: 0 });
    closing.push(() => serving.close());
    return dialClient(serving.url);
  };

  /** A client whose sleep moves the clock of the forge on, and whose person says yes. */
  const connect = async (options: RecoveryOptions = {}, token?: string, isClocked = false) => {
    let slept = 0;
    writeFileSync(clockFile(), '0');
    const linked = await link(token, isClocked);
    closing.push(() => linked.close());
    return recovering(linked.client, {
      confirm: () => true,
      now: () => Date.now() + slept,
      sleep: async (ms) => {
        slept += ms;
        writeFileSync(clockFile(), String(slept));
        await world.control('clock', { advance_ms: ms });
      },
      ...options,
    });
  };
  const branchOff = async (branch: string): Promise<{ readonly number: number; readonly head: string }> => {
    const call = await connect();
    const made = async (name: string, args: object) => {
      const { structuredContent, isError } = await call.callTool({ name, arguments: { repo: tidewater, ...args } });
      if (isError || !isJsonObject(structuredContent)) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`);
      return structuredContent;
    };
    await made('create_branch', { branch });
    const files = [{ path: `${branch}.md`, content: `# ${branch}\n` }];
    const { commit } = await made('commit_files', { branch, message: `Add ${branch}`, files });
    const pull = await made('create_pull_request', { title: branch, head: branch, base: 'main', body: '' });
    return { number: Number(pull['number']), head: String(commit) };
  };

  it('waits until a rate limit ends, where there is time, and then has its answer', async () => {
    const hasTime = await connect({ budget: { seconds: 7_200 } }, undefined, true);
    await world.control('limits', { token: sampleTokens.mira, bucket: 'core', remaining: 0 });
    const call = { name: 'read_file', arguments: { repo: tidewater, path: 'README.md' } };
    const hasNone = await connect({}, undefined, true);
    const refused = await hasNone.recover(call);
    expect(refused).toMatchObject({ end: 'gave_up_deadline', failure: { code: 'RATE_LIMIT_EXCEEDED' } });
    const recovered = await hasTime.recover(call);
    expect(recovered.end).toBe('succeeded');
    expect(recovered.steps.filter(({ kind }) => kind === 'wait')).toHaveLength(1);
  });

  it('does not merge an unseen head: it looks up what was pushed, and hands both over', async () => {
    const { number, head } = await branchOff('ebb-table');
    const client = await connect({ allow: ['get_pull_request'] });
    const more = {
      repo: tidewater,
      branch: 'ebb-table',
      message: 'More',
      files: [{ path: 'more.md', content: 'more\n' }],
    };
    await client.callTool({ name: 'commit_files', arguments: more });
    const merge = { name: 'merge_pull_request', arguments: { repo: tidewater, prNumber: number, sha: head } };
    const { end, failure, result } = await client.recover(merge);
    expect({ end, code: failure?.code }).toEqual({ end: 'handed_over', code: 'HEAD_SHA_MISMATCH' });
    const now = String(failure?.details?.['actual_sha']);
    expect(JSON.stringify((result as { content: readonly unknown[] }).content[1])).toContain(now);
    const fresh = { ...merge, arguments: { ...merge.arguments, sha: now } };
    expect((await client.recover(fresh)).end).toBe('succeeded');
  });

  it('looks whether a merge took place whose answer was lost on the way, and does not merge again', async () => {
    const { number, head } = await branchOff('flood-table');
    const client = await connect();
    await world.fault({
      method: 'PUT',
      path: `/repos/${tidewater}/pulls/${number}/merge`,
      fault: { kind: 'drop_after' },
    });
    const merge = { name: 'merge_pull_request', arguments: { repo: tidewater, prNumber: number, sha: head } };
    const recovered = await client.recover(merge);
    expect(recovered.end).toBe('verified');
    expect(recovered.explain()).toContain("'find_effect' shows that it took effect");
  });

  it('tells a person that the token is invalid, and tries nothing else', async () => {
    const client = await connect({}, 'ghp_nobody');
    const recovered = await client.recover({ name: 'read_file', arguments: { repo: tidewater, path: 'README.md' } });
    expect(recovered).toMatchObject({ end: 'needs_person', calls: 1, failure: { recovery: 'authorize' } });
  });
});
