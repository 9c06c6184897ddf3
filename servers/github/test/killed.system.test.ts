import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { recovering } from '@recourse/client';
import type { JsonObject } from '@recourse/contract';
import { expectFailure, spawnClient } from '@recourse/testkit';
import type { CallOptions, Spawned } from '@recourse/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openGate } from './gate.ts';
import type { Gate } from './gate.ts';
import { sampleTokens, startWorld } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const program = path.join(import.meta.dirname, 'killed-server.mjs');
const repo = 'mira/dock';
const branches = [
  'open-after',
  'open-before',
  'settling',
  'client-after',
  'client-before',
  'merge-after',
  'merge-before',
];

let world: World;
let gate: Gate;
let folder: string;
const spawned: Spawned[] = [];

beforeAll(async () => {
  world = await startWorld({
    repositories: [
      {
        owner: 'mira',
        name: 'dock',
        commits: [
          { message: 'Begin', files: [{ path: 'README.md', content: '# Dock\n' }] },
          ...['commit-after', 'commit-before', ...branches].map((branch) => ({
            branch,
            message: `Work on ${branch}`,
            files: [{ path: `${branch}.txt`, content: `${branch}\n` }],
          })),
        ],
        pulls: ['merge-after', 'merge-before'].map((head) => ({ title: `Land ${head}`, head, user: 'mira' })),
      },
    ],
  });
  gate = await openGate(world.url);
  folder = mkdtempSync(path.join(tmpdir(), 'recourse-killed-'));
});
afterAll(async () => {
  for (const { close } of spawned) await close();
  await gate.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A new process of the server. All of them share one state, and their leases are short. */
const serve = async (settlesWithinMs = 500): Promise<Spawned> => {
  const args = [program, path.join(folder, 'state.db'), gate.url, sampleTokens.mira, String(settlesWithinMs)];
  const started = await spawnClient({ args, cwd: folder, env: { PATH: process.env['PATH'] ?? '' } });
  spawned.push(started);
  return started;
};

const kill = ({ pid }: Spawned): void => {
  const id = pid();
  if (id === undefined) throw new Error('The server is not running');
  process.kill(id, 'SIGKILL');
};

/** Calls with the key of a lost call until the key is decided about, as its failures say. */
const callUntilDecided = async ({ callTool }: Spawned, tool: string, args: JsonObject, options: CallOptions) => {
  for (;;) {
    const result = await callTool(tool, args, options);
    if (result.isError !== true) return result;
    const { failure } = expectFailure(result);
    if (failure.code !== 'CONFLICT_IN_FLIGHT' && failure.code !== 'CONFLICT_OUTCOME_UNKNOWN') return result;
    expect(failure.next_actions, failure.message).toMatchObject([{ tool: 'find_effect' }]);
    await pause(failure.retry_after_ms ?? 1000);
  }
};

const pullsFrom = async (head: string): Promise<readonly unknown[]> =>
  (await world.api('GET', `/repos/${repo}/pulls?state=all&head=mira:${head}`)).data;

const commitsWith = async (branch: string, message: string): Promise<number> => {
  const { data } = await world.api('GET', `/repos/${repo}/commits?sha=${branch}&per_page=100`);
  return z
    .array(z.object({ commit: z.object({ message: z.string() }) }))
    .parse(data)
    .filter(({ commit }) => commit.message.startsWith(message)).length;
};

const opening = (head: string) => ({
  tool: 'create_pull_request',
  args: { repo, title: `Open ${head}`, head, base: 'main' },
  write: { method: 'POST', path: /\/pulls$/ },
  effects: async () => (await pullsFrom(head)).length,
});
const committing = (branch: string) => ({
  tool: 'commit_files',
  args: { repo, branch, message: `Write to ${branch}`, files: [{ path: 'new.txt', content: 'new\n' }] },
  write: { method: 'PATCH', path: /\/git\/refs\// },
  effects: () => commitsWith(branch, `Write to ${branch}`),
});

describe('a server that is killed in a write', () => {
  it.each([
    ['create_pull_request', opening('open-after')],
    ['commit_files', committing('commit-after')],
  ])('%s: after the write, the key is settled as applied, with one effect', async (_, write) => {
    const options = { idempotencyKey: `after ${write.tool}` };
    const first = await serve();
    const stopped = gate.stop({ ...write.write, passes: true });
    const call = first.callTool(write.tool, write.args, options).catch((error: unknown) => error);
    await stopped;
    kill(first);
    expect(await call).toBeInstanceOf(Error);
    const second = await serve();
    const result = await callUntilDecided(second, write.tool, write.args, options);
    expectFailure(result).toBe('CONFLICT_ALREADY_APPLIED').toMatch({ effect: 'applied' });
    expect(await write.effects()).toBe(1);
  });

  it.each([
    ['create_pull_request', opening('open-before')],
    ['commit_files', committing('commit-before')],
  ])('%s: before the write, the key is reopened and the call runs once', async (_, write) => {
    const options = { idempotencyKey: `before ${write.tool}` };
    const first = await serve();
    const stopped = gate.stop({ ...write.write, passes: false });
    const call = first.callTool(write.tool, write.args, options).catch((error: unknown) => error);
    await stopped;
    kill(first);
    expect(await call).toBeInstanceOf(Error);
    expect(await write.effects()).toBe(0);
    const second = await serve();
    const result = await callUntilDecided(second, write.tool, write.args, options);
    expect(result.isError, JSON.stringify(result.structuredContent)).not.toBe(true);
    expect(await write.effects()).toBe(1);
    // From now on the key returns this outcome.
    expect((await second.callTool(write.tool, write.args, options)).isError).not.toBe(true);
    expect(await write.effects()).toBe(1);
  });

  it('keeps the key closed while the write may still land', async () => {
    const write = opening('settling');
    const options = { idempotencyKey: 'settling' };
    const first = await serve();
    const stopped = gate.stop({ ...write.write, passes: false });
    const call = first.callTool(write.tool, write.args, options).catch((error: unknown) => error);
    await stopped;
    kill(first);
    expect(await call).toBeInstanceOf(Error);
    const hour = 60 * 60 * 1000;
    const second = await serve(hour);
    for (let code = 'CONFLICT_IN_FLIGHT'; code === 'CONFLICT_IN_FLIGHT';) {
      const { failure } = expectFailure(await second.callTool(write.tool, write.args, options));
      ({ code } = failure);
      if (code === 'CONFLICT_IN_FLIGHT') await pause(failure.retry_after_ms ?? 1000);
      else expect(failure).toMatchObject({ code: 'CONFLICT_OUTCOME_UNKNOWN', effect: 'unknown', retryable: true });
    }
    expect(await write.effects()).toBe(0);
  });

  it.each([
    ['after', true],
    ['before', false],
  ] as const)('merge_pull_request, killed %s the merge: one merge, found by its mark', async (when, passes) => {
    const [pull] = z.array(z.object({ number: z.number() })).parse(await pullsFrom(`merge-${when}`));
    const args = { repo, prNumber: pull?.number ?? 0 };
    const options = { idempotencyKey: `${when} merge` };
    const first = await serve();
    const { failure } = expectFailure(await first.callTool('merge_pull_request', args, options));
    const confirmationToken = z.string().parse(failure.details?.['confirmation_token']);
    const stopped = gate.stop({ method: 'PUT', path: /\/merge$/, passes });
    const call = first
      .callTool('merge_pull_request', args, { ...options, confirmationToken })
      .catch((error: unknown) => error);
    await stopped;
    kill(first);
    expect(await call).toBeInstanceOf(Error);
    const second = await serve();
    const result = await callUntilDecided(second, 'merge_pull_request', args, options);
    if (when === 'after') {
      expectFailure(result).toBe('CONFLICT_ALREADY_APPLIED');
    } else {
      const again = expectFailure(result).toBe('CONFIRMATION_REQUIRED').failure.details?.['confirmation_token'];
      const confirmed = { ...options, confirmationToken: z.string().parse(again) };
      expect((await second.callTool('merge_pull_request', args, confirmed)).structuredContent).toMatchObject({
        merged: true,
      });
    }
    expect(await commitsWith('main', `Merge pull request #${args.prNumber} `)).toBe(1);
  });

  it.each([
    ['after', true, 'verified'],
    ['before', false, 'succeeded'],
  ] as const)('killed %s the write, the client that recovers ends knowing it', async (when, passes, end) => {
    const write = opening(`client-${when}`);
    const first = await serve();
    const caller = recovering(first.client, {
      budget: { seconds: 120 },
      reconnect: async () => (await serve()).client,
    });
    const stopped = gate.stop({ ...write.write, passes });
    const recovered = caller.recover({ name: write.tool, arguments: write.args });
    await stopped;
    kill(first);
    expect(await recovered).toMatchObject({ end });
    expect(await write.effects()).toBe(1);
  });
});
