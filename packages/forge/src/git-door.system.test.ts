import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runProgram, type ProgramResult } from './testing/run-program.ts';
import { smallSeed } from './testing/small-seed.ts';
import { startForge, type TestForge } from './testing/start-forge.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let forge: TestForge;
let folder: string;

beforeAll(async () => {
  forge = await startForge({
    ...smallSeed,
    repositories: [...(smallSeed.repositories ?? []), { owner: 'ada', name: 'secret', private: true }],
  });
  folder = await mkdtemp(path.join(tmpdir(), 'forge-door-'));
});

afterAll(async () => {
  expect(forge.errors).toEqual([]);
  await forge.close();
  await rm(folder, { recursive: true, force: true });
});

const git = (where: string, ...gitArguments: string[]): Promise<ProgramResult> =>
  runProgram('git', gitArguments, { cwd: path.join(folder, where) });
const address = (token: string | undefined, name = 'lab'): string =>
  forge.url.replace('//', token ? `//x:${token}@` : '//') + `/ada/${name}.git`;

async function commitFile(where: string, name: string, content: string): Promise<void> {
  await writeFile(path.join(folder, where, name), content);
  await git(where, 'add', '.');
  await git(where, 'commit', '-qm', `Change ${name}`);
}

describe('a real git', () => {
  it('clones, pushes, fetches, and the API sees the same', async () => {
    expect((await git('.', 'clone', '-q', address(undefined), 'clone')).code).toBe(0);
    await commitFile('clone', 'pushed.txt', 'x'.repeat(2_000_000));
    expect(
      await git('clone', 'push', '-q', address('wim'), 'HEAD:refs/heads/main', 'HEAD:refs/heads/topic'),
    ).toMatchObject({ code: 0 });
    const head = (await git('clone', 'rev-parse', 'HEAD')).stdout.trim();
    expect((await forge.call('GET', '/repos/ada/lab/git/ref/heads/topic')).data.object.sha).toBe(head);
    const put = await forge.call('PUT', '/repos/ada/lab/contents/by-api.txt', {
      token: 'wim',
      body: { message: 'By API', content: '' },
    });
    expect((await git('clone', 'fetch', '-q', 'origin')).code).toBe(0);
    expect((await git('clone', 'rev-parse', 'origin/main')).stdout.trim()).toBe(put.data.commit.sha);
  });

  it('moves the head of a pull request, and finds it under refs/pull', async () => {
    const { data: pull } = await forge.call('POST', '/repos/ada/lab/pulls', {
      token: 'wim',
      body: { title: 'Topic', head: 'topic', base: 'main' },
    });
    expect(pull.errors[0].message).toContain('No commits between');
    await commitFile('clone', 'topic.txt', 'topic');
    await git('clone', 'push', '-q', address('wim'), 'HEAD:topic');
    const made = await forge.call('POST', '/repos/ada/lab/pulls', {
      token: 'wim',
      body: { title: 'Topic', head: 'topic', base: 'main' },
    });
    expect(made.status).toBe(201);
    await commitFile('clone', 'topic.txt', 'topic 2');
    await git('clone', 'push', '-q', address('wim'), 'HEAD:topic');
    const head = (await git('clone', 'rev-parse', 'HEAD')).stdout.trim();
    const number = made.data.number;
    expect((await forge.call('GET', `/repos/ada/lab/pulls/${number}`)).data.head.sha).toBe(head);
    await git('clone', 'fetch', '-q', 'origin', `refs/pull/${number}/head`);
    expect((await git('clone', 'rev-parse', 'FETCH_HEAD')).stdout.trim()).toBe(head);
    const forced = await forge.call('PATCH', `/repos/ada/lab/git/refs/pull/${number}/head`, {
      token: 'ada',
      body: { sha: (await git('clone', 'rev-parse', 'HEAD~1')).stdout.trim(), force: true },
    });
    expect(forced.status).toBe(422);
    await git('clone', 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
    await git('clone', 'push', '-q', address('wim'), 'HEAD:main');
    expect((await forge.call('GET', `/repos/ada/lab/pulls/${number}`)).data).toMatchObject({
      state: 'closed',
      merged: true,
    });
  });

  it('is refused where the API would refuse', async () => {
    await git('clone', 'fetch', '-q', 'origin');
    await git('clone', 'reset', '-q', '--hard', 'origin/main');
    await commitFile('clone', 'refused.txt', 'x');
    const push = (token: string | undefined, ref = 'HEAD:refs/heads/x', name = 'lab'): Promise<ProgramResult> =>
      git('clone', 'push', address(token, name), ref);
    expect((await push(undefined)).stderr).toContain('could not read Username');
    expect((await push('nonsense')).stderr).toContain('Authentication failed');
    expect((await push('rea')).stderr).toContain('403');
    expect((await push('sam', undefined, 'secret')).stderr).toContain('not found');
    expect((await push('wim', 'HEAD:refs/pull/1/head')).stderr).toContain('hidden ref');
    expect((await git('.', 'clone', address(undefined, 'secret'), 'no')).code).not.toBe(0);
    expect((await git('.', 'clone', address('ada', 'secret'), 'yes')).code).toBe(0);
  });

  it('cannot push to a protected branch, nor force it', async () => {
    const protect = (reviews: object | null): Promise<unknown> =>
      forge.call('PUT', '/repos/ada/lab/branches/main/protection', {
        token: 'ada',
        body: {
          required_status_checks: null,
          enforce_admins: true,
          required_pull_request_reviews: reviews,
          restrictions: null,
        },
      });
    await protect({});
    const refused = await git('clone', 'push', address('wim'), 'HEAD:main', 'HEAD:beside');
    expect(refused.stderr).toContain('Changes must be made through a pull request');
    expect(refused.stderr).toContain('protected branch hook declined');
    expect((await forge.call('GET', '/repos/ada/lab/branches/beside')).status).toBe(404);
    await protect(null);
    await git('clone', 'commit', '-q', '--amend', '-m', 'other');
    expect((await git('clone', 'push', address('wim'), 'HEAD:main')).code).toBe(0);
    await git('clone', 'commit', '-q', '--amend', '-m', 'another');
    expect((await git('clone', 'push', '--force', address('wim'), 'HEAD:main')).stderr).toContain('non-fast-forward');
    expect((await git('clone', 'push', address('wim'), ':main')).code).not.toBe(0);
  });

  it('that is killed midway leaves nothing behind', async () => {
    await commitFile('clone', 'large.bin', 'y'.repeat(5_000_000));
    const cutOff = (gitArguments: readonly string[], afterMs: number): Promise<unknown> =>
      once(
        spawn('git', gitArguments, { cwd: folder, stdio: 'ignore', timeout: afterMs, killSignal: 'SIGKILL' }),
        'close',
      );
    const pushes = [20, 60, 100].map((afterMs) =>
      cutOff(['-C', 'clone', 'push', '-q', address('wim'), `HEAD:refs/heads/cut-${afterMs}`], afterMs),
    );
    const clones = [20, 60, 100].map((afterMs) =>
      cutOff(['clone', '-q', address(undefined), `cut-${afterMs}`], afterMs),
    );
    await Promise.all([...pushes, ...clones]);
    const checked = await runProgram('git', [
      '--git-dir',
      path.join(forge.dataDirectory, 'repositories/1.git'),
      'fsck',
      '--full',
    ]);
    expect(checked.code).toBe(0);
    expect((await forge.call('GET', '/repos/ada/lab/branches')).status).toBe(200);
  });

  it('cannot push trees that would escape a working copy', async () => {
    const blob = (await git('clone', 'hash-object', '-w', 'README.md')).stdout.trim();
    const listing = path.join(folder, 'tree.txt');
    await writeFile(listing, '');
    const raw = Buffer.concat([Buffer.from('100644 ..\0'), Buffer.from(blob, 'hex')]);
    await writeFile(listing, raw);
    const tree = (await git('clone', 'hash-object', '-w', '-t', 'tree', '--literally', listing)).stdout.trim();
    const commit = (await git('clone', 'commit-tree', tree, '-m', 'evil')).stdout.trim();
    const pushed = await git('clone', 'push', address('wim'), `${commit}:refs/heads/evil`);
    expect(pushed.code).not.toBe(0);
    expect((await forge.call('GET', '/repos/ada/lab/branches/evil')).status).toBe(404);
  });
});
