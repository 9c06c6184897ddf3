import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createForge, type Forge } from '../forge.ts';
import { GitRepository } from '../git/repository.ts';
import { DataDirectoryBusy } from '../state/database.ts';
import { State } from '../state/state.ts';
import { request, type Reply } from '../testing/start-forge.ts';
import { smallSeed } from '../testing/small-seed.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let dataDirectory: string;
let forge: Forge;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'forge-reconcile-'));
  forge = await createForge({ dataDirectory, seed: smallSeed, limits: 'none' });
});

afterEach(async () => {
  await forge.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const call = (method: string, address: string, body?: unknown): Promise<Reply> =>
  request(`${forge.url}/repos/ada/lab/${address}`, method, { token: 'wim', body });
const folder = (name: string): string => path.join(dataDirectory, 'repositories', name);

/** Stops the forge, does what a crash would have left, and starts it again. */
async function after(damage: (state: State, git: GitRepository) => Promise<void>): Promise<void> {
  await forge.close();
  const state = new State(path.join(dataDirectory, 'forge.db'));
  const git = new GitRepository(folder('1.git'));
  await damage(state, git);
  git.close();
  state.close();
  forge = await createForge({ dataDirectory, limits: 'none' });
}

async function openPull(): Promise<{ number: number; head: string; base: string }> {
  const { data: ref } = await call('GET', 'git/ref/heads/main');
  await call('POST', 'git/refs', { ref: 'refs/heads/topic', sha: ref.object.sha });
  const { data: put } = await call('PUT', 'contents/topic.txt', { message: 'Topic', content: '', branch: 'topic' });
  const { data: pull } = await call('POST', 'pulls', { title: 'Topic', head: 'topic', base: 'main' });
  return { number: pull.number, head: put.commit.sha, base: ref.object.sha };
}

describe('after an unclean stop', () => {
  it('a merge whose branch had moved is finished', async () => {
    const { number, head, base } = await openPull();
    let sha = '';
    await after(async (state, git) => {
      const { tree, author } = await git.objects.commit(head);
      sha = await git.objects.writeCommit({ tree, parents: [base], author, committer: author, message: 'Squashed' });
      state.mergeIntents.insert({ pullId: 1, sha, userId: 2, at: '2026-01-01T00:00:00Z' });
      await git.refs.move([{ name: 'refs/heads/main', from: base, to: sha }]);
    });
    expect(forge.reconciled).toMatchObject({ finishedMerges: 1, droppedMerges: 0 });
    expect((await call('GET', `pulls/${number}`)).data).toMatchObject({
      merged: true,
      merge_commit_sha: sha,
      merged_by: { login: 'wim' },
    });
  });

  it('a merge whose branch had not moved is dropped', async () => {
    const { number, head } = await openPull();
    await after(async (state) => {
      state.mergeIntents.insert({ pullId: 1, sha: head, userId: 2, at: '2026-01-01T00:00:00Z' });
      await Promise.resolve();
    });
    expect(forge.reconciled).toMatchObject({ finishedMerges: 0, droppedMerges: 1 });
    expect((await call('GET', `pulls/${number}`)).data.merged).toBe(false);
  });

  it('lock files of killed processes no longer block a branch', async () => {
    await after(async () => {
      await writeFile(path.join(folder('1.git'), 'refs/heads/main.lock'), '');
      await writeFile(path.join(folder('1.git'), 'packed-refs.lock'), '');
    });
    expect(forge.reconciled.staleLocks).toBe(2);
    expect((await call('PUT', 'contents/x.txt', { message: 'x', content: '' })).status).toBe(201);
  });

  it('folders without a row go, and rows without a folder get one', async () => {
    await after(async () => {
      await mkdir(folder('99.git'));
      await rm(folder('1.git'), { recursive: true });
    });
    expect(forge.reconciled.removedFolders).toBe(1);
    await expect(access(folder('99.git'))).rejects.toThrow();
    expect((await call('GET', 'branches')).data).toEqual([]);
  });

  it('heads of pull requests are what their branches are', async () => {
    const { number, head } = await openPull();
    let moved = '';
    await after(async (_, git) => {
      const commit = await git.objects.commit(head);
      moved = await git.objects.writeCommit({ ...commit, parents: [head], message: 'Moved' });
      await git.refs.move([{ name: 'refs/heads/topic', from: head, to: moved }]);
    });
    expect((await call('GET', `pulls/${number}`)).data.head.sha).toBe(moved);
  });

  it('a seed that was half planted is planted again from the start', async () => {
    await forge.close();
    await writeFile(path.join(dataDirectory, 'planting'), '');
    forge = await createForge({ dataDirectory, seed: smallSeed, limits: 'none' });
    expect(forge.planted).toBe(true);
    expect((await call('GET', 'branches')).data).toHaveLength(1);
  });
});

it('keeps a second forge away from its data directory', { timeout: 20_000 }, async () => {
  await expect(createForge({ dataDirectory })).rejects.toThrow(DataDirectoryBusy);
});
