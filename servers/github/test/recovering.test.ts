import { isJsonObject } from '@recourse/contract';
import { recovering } from '@recourse/client';
import type { RecoveryOptions } from '@recourse/client';
import { serveHttp } from '@recourse/server';
import { dialClient } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleTokens, startWorld, tidewater } from './world.ts';
import type { World } from './world.ts';

describe('the client that recovers, with GitHub over HTTP on the forge', () => {
  let world: World;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await world.close();
  });

  /** A client whose sleep moves the clock of the forge on. */
  const connect = async (options: RecoveryOptions = {}) => {
    const serving = await serveHttp(world.server(), { port: 0 });
    const linked = await dialClient(serving.url);
    closing.push(
      () => serving.close(),
      () => linked.close(),
    );
    let slept = 0;
    return recovering(linked.client, {
      now: () => Date.now() + slept,
      sleep: async (ms) => {
        slept += ms;
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
    const hasTime = await connect({ budget: { seconds: 7_200 } });
    await world.control('limits', { token: sampleTokens.mira, bucket: 'core', remaining: 0 });
    const call = { name: 'read_file', arguments: { repo: tidewater, path: 'README.md' } };
    const hasNone = await connect();
    const refused = await hasNone.recover(call);
    expect(refused).toMatchObject({ end: 'gave_up_deadline', failure: { code: 'RATE_LIMIT_EXCEEDED' } });
    const recovered = await hasTime.recover(call);
    expect(recovered.end).toBe('succeeded');
    expect(recovered.steps.filter(({ kind }) => kind === 'wait')).toHaveLength(1);
  });

  it('does not merge a head that nobody has seen: it looks up what was pushed, and hands both over', async () => {
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
    expect(recovered.explain()).toContain("'get_pull_request' shows that it took effect");
  });
});
