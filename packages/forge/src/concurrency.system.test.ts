import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GitRepository } from './git/repository.ts';
import { runProgram, type ProgramResult } from './testing/run-program.ts';
import { smallSeed } from './testing/small-seed.ts';
import { startForge, type Reply, type TestForge } from './testing/start-forge.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const writers = repetitions({ atLeast: 20, full: 200 });
let forge: TestForge;
let git: GitRepository;

beforeAll(async () => {
  forge = await startForge(smallSeed);
  git = new GitRepository(path.join(forge.dataDirectory, 'repositories', '1.git'));
});

afterAll(async () => {
  expect(forge.errors).toEqual([]);
  git.close();
  await forge.close();
});

const call = (method: string, address: string, body?: unknown): Promise<Reply> =>
  forge.call(method, `/repos/ada/lab/${address}`, { token: 'wim', body });

/** Which of the acknowledged commits the branch does not contain. */
async function lost(branch: string, acknowledged: readonly string[]): Promise<string[]> {
  const tip = (await git.refs.get(`refs/heads/${branch}`))?.sha ?? '';
  const history = new Set(await git.history.log({ from: tip, limit: 100_000 }));
  return acknowledged.filter((sha) => !history.has(sha));
}

function tally(replies: readonly Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('many concurrent commits to one branch', () => {
  it('through contents: each is in the history or was refused with 409', { timeout: 300_000 }, async () => {
    const replies = await Promise.all(
      Array.from({ length: writers }, (_, index) =>
        call('PUT', `contents/notes/${index}.txt`, { message: `Note ${index}`, content: '' }),
      ),
    );
    const counts = tally(replies);
    const won = replies.filter(({ status }) => status === 201).map(({ data }) => String(data.commit.sha));
    expect(Object.keys(counts).every((status) => status === '201' || status === '409')).toBe(true);
    expect(won.length).toBeGreaterThan(0);
    expect(await lost('main', won)).toEqual([]);
    expect(await git.history.log({ from: 'refs/heads/main', limit: 100_000 })).toHaveLength(won.length + 1);
    console.log(`contents: ${JSON.stringify(counts)}`);
  });

  it('through contents, repeated by the client: all arrive', { timeout: 600_000 }, async () => {
    const put = async (index: number): Promise<string> => {
      for (;;) {
        const reply = await call('PUT', `contents/all/${index}.txt`, { message: `All ${index}`, content: '' });
        if (reply.status === 201) return String(reply.data.commit.sha);
        expect(reply.status).toBe(409);
      }
    };
    const workers = repetitions({ atLeast: 3, full: 8 });
    const shas: string[] = [];
    await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        for (let index = worker; index < writers; index += workers) shas.push(await put(index));
      }),
    );
    expect(new Set(shas).size).toBe(writers);
    expect(await lost('main', shas)).toEqual([]);
  });

  it('through refs: exactly one of those from the same tip wins', { timeout: 300_000 }, async () => {
    const { data: ref } = await call('GET', 'git/ref/heads/main');
    const { data: base } = await call('GET', `git/commits/${ref.object.sha}`);
    const commits = await Promise.all(
      Array.from({ length: writers }, (_, index) =>
        call('POST', 'git/commits', { message: `Rival ${index}`, tree: base.tree.sha, parents: [ref.object.sha] }),
      ),
    );
    const replies = await Promise.all(
      commits.map(({ data }) => call('PATCH', 'git/refs/heads/main', { sha: data.sha })),
    );
    expect(tally(replies)).toEqual({ 200: 1, 422: writers - 1 });
    expect(
      replies
        .filter(({ status }) => status === 422)
        .every(({ data }) => data.message === 'Update is not a fast forward'),
    ).toBe(true);
  });

  it('through git and the API together: what either acknowledged is there', { timeout: 300_000 }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'forge-race-'));
    const run = (...gitArguments: string[]): Promise<ProgramResult> => runProgram('git', gitArguments, { cwd: folder });
    const origin = `${forge.url.replace('//', '//x:wim@')}/ada/lab.git`;
    const pushOne = async (index: number): Promise<string | undefined> => {
      const clone = path.join(folder, String(index));
      await run('clone', '-q', origin, clone);
      await run('-C', clone, 'commit', '-q', '--allow-empty', '-m', `Pushed ${index}`);
      const { code } = await run('-C', clone, 'push', '-q', 'origin', 'HEAD:main');
      return code === 0 ? (await run('-C', clone, 'rev-parse', 'HEAD')).stdout.trim() : undefined;
    };
    const putOne = async (index: number): Promise<string | undefined> => {
      const { status, data } = await call('PUT', `contents/race/${index}.txt`, {
        message: `Race ${index}`,
        content: '',
      });
      return status === 201 ? data.commit.sha : undefined;
    };
    const racers = Array.from({ length: 5 }, (_, index) => [pushOne(index), putOne(index), putOne(index + 100)]).flat();
    const won = (await Promise.all(racers)).filter((sha) => sha !== undefined);
    await rm(folder, { recursive: true, force: true });
    expect(won.length).toBeGreaterThan(0);
    expect(await lost('main', won)).toEqual([]);
  });

  it('and one pull request merged by many is merged once', { timeout: 300_000 }, async () => {
    const { data: ref } = await call('GET', 'git/ref/heads/main');
    await call('POST', 'git/refs', { ref: 'refs/heads/topic', sha: ref.object.sha });
    await call('PUT', 'contents/topic.txt', { message: 'Topic', content: '', branch: 'topic' });
    const { data: pull } = await call('POST', 'pulls', { title: 'Topic', head: 'topic', base: 'main' });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => call('PUT', `pulls/${pull.number}/merge`, { merge_method: 'squash' })),
    );
    expect(tally(replies)).toEqual({ 200: 1, 405: 9 });
    expect((await call('GET', 'commits?per_page=2')).data[1].sha).toBe(ref.object.sha);
  });
});
