import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recovering } from '@recourse/client';
import { serveHttp } from '@recourse/server';
import { dialClient, expectFailure, spawnClient } from '@recourse/testkit';
import type { LinkOptions, Linked } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { cloneOf } from './clone.ts';
import type { Clone } from './clone.ts';
import { failureOf, sampleTokens, startWorld, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const main = path.join(import.meta.dirname, '..', 'dist', 'main.js');
const repo = 'mira/quay';
const branches = ['moved', 'named', 'talked', 'renamed', 'recovered'];
/** Trusted as a caller of this machine is: a merge is asked about. */
const asked = { identity: { identify: () => ({ id: 'tester', trust: 'validated' as const }) } };

describe.each(['stdio', 'HTTP'] as const)('a merge that was confirmed, over %s', (wire) => {
  let world: World;
  let clone: Clone;
  let cwd: string;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    world = await startWorld({
      repositories: [
        {
          owner: 'mira',
          name: 'quay',
          commits: [
            { message: 'Begin', files: [{ path: 'README.md', content: '# Quay\n' }] },
            ...branches.map((branch) => ({
              branch,
              message: `Work on ${branch}`,
              files: [{ path: `${branch}.txt`, content: `${branch}\n` }],
            })),
          ],
          pulls: branches.map((head) => ({ title: `Land ${head}`, head, user: 'mira' })),
        },
      ],
    });
    clone = await cloneOf(world.url, repo, sampleTokens.mira);
    cwd = mkdtempSync(path.join(tmpdir(), 'recourse-github-'));
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await clone.remove();
    await world.close();
    rmSync(cwd, { recursive: true });
  });

  const connect = async (options: LinkOptions = {}): Promise<Linked> => {
    const env = { PATH: process.env['PATH'] ?? '', GITHUB_API_URL: world.url, GITHUB_TOKEN: sampleTokens.mira };
    if (wire === 'stdio') {
      const spawned = await spawnClient({ args: [main], cwd, env, ...options });
      closing.push(() => spawned.close());
      return spawned;
    }
    const serving = await serveHttp(world.server({ server: asked }), { port: 0 });
    const dialled = await dialClient(serving.url, options);
    closing.push(async () => {
      await dialled.close();
      await serving.close();
    });
    return dialled;
  };
  const pullOf = async (head: string) => {
    const { data } = await world.api('GET', `/repos/${repo}/pulls?state=all&head=mira:${head}`);
    const { data: pull } = await world.api('GET', `/repos/${repo}/pulls/${data[0].number}`);
    return z.object({ number: z.number(), merged: z.boolean(), head: z.object({ sha: z.string() }) }).parse(pull);
  };

  it('names head, base, title and method, and asks again when a commit was pushed', async () => {
    const { callTool } = await connect();
    const { number, head } = await pullOf('moved');
    const args = { repo, prNumber: number, merge_method: 'squash' };
    const { failure } = expectFailure(await callTool('merge_pull_request', args))
      .toBe('CONFIRMATION_REQUIRED')
      .toHaveDetails({
        shown: { title: 'Land moved', head: head.sha, base: 'main', method: 'squash' },
        confirmation_message: `Merge pull request ${number} of ${repo}, "Land moved", at ${head.sha} into main (method: squash, delete its branch: false, rules bypassed: none)?`,
      });
    const [confirm] = failure.next_actions ?? [];
    const pushed = await clone.push('moved', 'late.txt');
    const again = expectFailure(await callTool(confirm?.tool ?? '', confirm?.arguments))
      .toBe('CONFIRMATION_REQUIRED')
      .toHaveDetails({
        shown: { head: pushed },
        changed: [{ fact: 'head', before: head.sha, after: pushed }],
        confirmation_message: expect.stringContaining(`head was ${head.sha} and is now ${pushed}`),
      });
    expect(await pullOf('moved')).toMatchObject({ merged: false });
    const confirmationToken = z.string().parse(failure.details?.['confirmation_token']);
    expectFailure(await callTool('merge_pull_request', args, { confirmationToken })).toBe('CONFIRMATION_REQUIRED');
    const [next] = again.failure.next_actions ?? [];
    expect((await callTool(next?.tool ?? '', next?.arguments)).structuredContent).toMatchObject({
      merged: true,
      head_sha: pushed,
    });
  });

  it('is refused with -32006 when the head that the caller named has moved', async () => {
    const { callTool } = await connect();
    const { number, head } = await pullOf('named');
    const args = { repo, prNumber: number, sha: head.sha };
    const { failure } = expectFailure(await callTool('merge_pull_request', args)).toBe('CONFIRMATION_REQUIRED');
    const pushed = await clone.push('named', 'late.txt');
    const [confirm] = failure.next_actions ?? [];
    for (const result of [
      await callTool(confirm?.tool ?? '', confirm?.arguments),
      await callTool('merge_pull_request', args),
    ]) {
      expectFailure(result)
        .toBe('HEAD_SHA_MISMATCH')
        .toHaveDetails({ expected_sha: head.sha, actual_sha: pushed })
        .toMatch({ effect: 'none' });
      expect(result.structuredContent).toMatchObject({ error: { code: -32006 } });
    }
    expect(await pullOf('named')).toMatchObject({ merged: false });
  });

  it('asks a person again in the dialogue, and merges what was read last', async () => {
    const { number } = await pullOf('talked');
    const messages: string[] = [];
    let pushed = '';
    const { callTool } = await connect({
      elicit: async ({ message }) => {
        messages.push(message);
        if (messages.length === 1) pushed = await clone.push('talked', 'late.txt');
        return { action: 'accept', content: { confirm: true } };
      },
    });
    const { structuredContent } = await callTool('merge_pull_request', { repo, prNumber: number });
    expect(structuredContent).toMatchObject({ merged: true, head_sha: pushed });
    expect(messages).toHaveLength(2);
    expect(messages[1]).toContain(`is now ${pushed}`);
  });

  it('asks again when the title says something else', async () => {
    const { callTool } = await connect();
    const { number } = await pullOf('renamed');
    const { failure } = expectFailure(await callTool('merge_pull_request', { repo, prNumber: number }));
    await world.api('PATCH', `/repos/${repo}/pulls/${number}`, { title: 'Drop the table' });
    const [confirm] = failure.next_actions ?? [];
    expectFailure(await callTool(confirm?.tool ?? '', confirm?.arguments)).toHaveDetails({
      changed: [{ fact: 'title', before: 'Land renamed', after: 'Drop the table' }],
    });
  });

  it('is confirmed again by the client that recovers', async () => {
    const { number, head } = await pullOf('recovered');
    const messages: string[] = [];
    let pushed = '';
    const { client } = await connect();
    const caller = recovering(client, {
      confirm: async ({ message }) => {
        messages.push(message);
        if (messages.length === 1) pushed = await clone.push('recovered', 'late.txt');
        return true;
      },
    });
    const end = await caller.recover({ name: 'merge_pull_request', arguments: { repo, prNumber: number } });
    expect(end).toMatchObject({ end: 'succeeded', result: { structuredContent: { head_sha: pushed } } });
    expect(messages).toHaveLength(2);
    expect(messages[1]).toContain(head.sha);
  });
});

describe('a push between the confirmation and the merge', () => {
  it.each(['before the handler looks', 'before GitHub merges'] as const)('%s does not slip in', async (when) => {
    const world = await startWorld({
      repositories: [
        {
          owner: 'mira',
          name: 'quay',
          commits: [
            { message: 'Begin', files: [{ path: 'README.md', content: '# Quay\n' }] },
            { branch: 'raced', message: 'Work', files: [{ path: 'raced.txt', content: 'raced\n' }] },
          ],
          pulls: [{ title: 'Land raced', head: 'raced', user: 'mira' }],
        },
      ],
    });
    const clone = await cloneOf(world.url, repo, sampleTokens.mira);
    const looks: string[] = [];
    let pushed = '';
    let isConfirming = false;
    const server = world.server({
      server: asked,
      github: {
        fetch: async (input, init) => {
          const { pathname } = new URL(String(input));
          const method = init?.method ?? 'GET';
          if (isConfirming && pathname.includes('/pulls/')) {
            looks.push(method);
            const isTime = when === 'before GitHub merges' ? method === 'PUT' : looks.length === 2;
            if (isTime && pushed === '') pushed = await clone.push('raced', 'late.txt');
          }
          return fetch(input, init);
        },
      },
    });
    const { data } = await world.api('GET', `/repos/${repo}/pulls?head=mira:raced`);
    const { number: prNumber, head } = data[0];
    const { details } = await failureOf(server, 'merge_pull_request', { repo, prNumber });
    const held = { confirmation_token: z.string().parse(details?.['confirmation_token']) };
    isConfirming = true;
    expect(await failureOf(server, 'recourse_confirm', held)).toMatchObject({
      code: 'HEAD_SHA_MISMATCH',
      effect: 'none',
      details: { expected_sha: head.sha, actual_sha: pushed },
    });
    isConfirming = false;
    // The confirmation had no effect and is still valid, but not for the new head.
    const again = await failureOf(server, 'recourse_confirm', held);
    expect(again).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      details: { changed: [{ fact: 'head', before: head.sha, after: pushed }] },
    });
    expect((await world.api('GET', `/repos/${repo}/pulls/${prNumber}`)).data.merged).toBe(false);
    const confirmation_token = z.string().parse(again.details?.['confirmation_token']);
    expect(await valueOf(server, 'recourse_confirm', { confirmation_token })).toMatchObject({ head_sha: pushed });
    await clone.remove();
    await world.close();
  });
});
