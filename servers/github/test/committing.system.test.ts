import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callTool, failureOf, startWorld, tidewater as repo, valueOf } from './world.ts';
import type { World } from './world.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

let world: World;
let server: Server;
beforeAll(async () => {
  world = await startWorld({
    repositories: [
      {
        owner: 'mira',
        name: 'tools',
        commits: [
          {
            message: 'Begin',
            files: [
              { path: 'run.sh', content: '#!/bin/sh\n', executable: true },
              { path: 'plain.txt', content: 'x\n' },
            ],
          },
        ],
      },
    ],
  });
  server = world.server();
});
afterAll(() => world.close());

const branch = async (name: string, of = repo): Promise<string> =>
  (await valueOf(server, 'create_branch', { repo: of, branch: name })).sha;
const files = (text: string) => [{ path: 'note.txt', content: text }];

describe('one commit', () => {
  it('holds twenty files of every kind, or none', async () => {
    const head = await branch('twenty');
    const twenty = Array.from({ length: 20 }, (_, index) =>
      index === 0
        ? { path: 'bin/zero', content: 'AP8=', encoding: 'base64' }
        : { path: `deep/${index % 3}/file ${index}.txt`, content: index === 1 ? '' : `<b>über ${index}</b>\n` },
    );
    const made = await valueOf(server, 'commit_files', {
      repo,
      branch: 'twenty',
      message: 'Twenty <ok>',
      files: twenty,
    });
    expect(made).toMatchObject({ branch: 'twenty', parent: head, message: 'Twenty <ok>' });
    expect(made.files).toHaveLength(20);
    const { commits } = await valueOf(server, 'get_commits', { repo, branch: 'twenty', per_page: 2 });
    expect(commits[0]).toMatchObject({ sha: made.commit, message: 'Twenty <ok>', parents: [head] });
    for (const { path, content } of twenty.slice(0, 4)) {
      expect((await valueOf(server, 'read_file', { repo, path, branch: 'twenty' })).content).toBe(content);
    }
    expect((await valueOf(server, 'read_file', { repo, path: 'README.md', branch: 'twenty' })).size).toBeGreaterThan(0);
  });

  it('leaves what can be executed so, unless told otherwise', async () => {
    await branch('modes', 'mira/tools');
    const commit = (list: object[]) =>
      valueOf(server, 'commit_files', { repo: 'mira/tools', branch: 'modes', message: 'm', files: list as never });
    expect(
      (
        await commit([
          { path: 'run.sh', content: 'a' },
          { path: 'plain.txt', content: 'a' },
        ])
      ).files,
    ).toEqual([
      { path: 'run.sh', mode: '100755' },
      { path: 'plain.txt', mode: '100644' },
    ]);
    expect((await commit([{ path: 'run.sh', content: 'b', executable: false }])).files[0].mode).toBe('100644');
    const { tree } = await valueOf(server, 'get_tree', { repo: 'mira/tools', branch: 'modes' });
    expect(tree.find(({ path }: { path: string }) => path === 'run.sh').mode).toBe('100644');
  });

  it.each([
    ['the same path twice', [...files('a'), ...files('b')], 'files[1].path'],
    ['a path through a file', [...files('a'), { path: 'note.txt/inner', content: '' }], 'files[1].path'],
    ['what is no base64', [{ path: 'b', content: '!!', encoding: 'base64' }], 'files[0].content'],
    ['a folder', [{ path: 'folder/', content: '' }], 'files[0].path'],
  ])('is refused with %s, before anything is sent', async (_what, list, field) => {
    const failure = await failureOf(server, 'commit_files', {
      repo,
      branch: 'twenty',
      message: 'm',
      files: list,
    });
    expect(failure).toMatchObject({ code: 'VALIDATION_INVALID_VALUE', effect: 'none', details: { param_name: field } });
  });

  it('is made on a branch that exists', async () => {
    expect(
      await failureOf(server, 'commit_files', { repo, branch: 'nowhere', message: 'm', files: files('a') }),
    ).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      details: { resource_type: 'branch', resource_id: 'nowhere' },
      next_actions: [{ tool: 'get_branches' }],
    });
  });
});

describe('the expected head', () => {
  it('lets a commit through while it is the head, short or whole, and refuses it afterwards', async () => {
    const head = await branch('expected');
    const commit = (expected: string) => ({
      repo,
      branch: 'expected',
      message: 'm',
      files: files(expected),
      expected_head: expected,
    });
    const first = await valueOf(server, 'commit_files', commit(head.slice(0, 7)));
    const second = await valueOf(server, 'commit_files', commit(first.commit));
    expect(await failureOf(server, 'commit_files', commit(first.commit))).toMatchObject({
      code: 'BRANCH_MOVED',
      retryable: false,
      recovery: 'discover',
      effect: 'none',
      details: { expected_sha: first.commit, actual_sha: second.commit },
      next_actions: [{ tool: 'get_commits', arguments: { repo, branch: 'expected' } }],
    });
  });
});

const concurrent = repetitions({ atLeast: 20, full: 200 });
// On a busy machine git takes its time, and this is not about time.
const patience = { github: { timeoutMs: 600_000 }, server: { timeouts: { defaultMs: 600_000, maxMs: 600_000 } } };
const isWrite = (sent: string): boolean => !sent.startsWith('GET ');

/** The commits of a branch above another commit, newest first. */
const commitsAbove = async (of: string, head: string): Promise<{ sha: string; message: string }[]> => {
  const history: { sha: string; message: string }[] = [];
  for (let page: number | undefined = 1; page !== undefined;) {
    const part: { commits: typeof history; next_page?: number } = await valueOf(server, 'get_commits', {
      repo,
      branch: of,
      per_page: 100,
      page,
    });
    history.push(...part.commits);
    page = part.next_page;
  }
  return history.slice(
    0,
    history.findIndex(({ sha }) => sha === head),
  );
};

it('puts every one of many concurrent commits on the branch, with at most four writes each', async () => {
  const head = await branch('busy');
  const { server: counted, sent } = world.counted(patience);
  const made = await Promise.all(
    Array.from({ length: concurrent }, (_, index) =>
      valueOf(counted, 'commit_files', {
        repo,
        branch: 'busy',
        message: `Commit ${index}`,
        files: [{ path: `busy/${index}.txt`, content: `${index}\n` }],
      }),
    ),
  );
  const added = await commitsAbove('busy', head);
  expect(new Set(added.map(({ sha }) => sha))).toEqual(new Set(made.map(({ commit }) => commit)));
  expect(added).toHaveLength(concurrent);
  for (const { sha, message } of added) {
    expect(message).toBe(`Commit ${made.findIndex(({ commit }) => commit === sha)}`);
  }
  const { tree } = await valueOf(server, 'get_tree', { repo, branch: 'busy' });
  expect(tree.filter(({ path }: { path: string }) => path.startsWith('busy/') && path.endsWith('.txt'))).toHaveLength(
    concurrent,
  );
  expect(sent.filter(isWrite).length).toBeLessThanOrEqual(4 * concurrent);
});

describe('a commit that another one overtakes', () => {
  const paths = ['notes/same.txt', 'a', 'a/b', 'other.txt'] as const;

  /** Commits `ours` while a commit of another process with `theirs` lands just before the branch is moved. */
  const overtake = async (name: string, ours: string, theirs: string) => {
    const head = await branch(name);
    let isOvertaken = false;
    const late = world.server({
      github: {
        fetch: async (input, init) => {
          if (init?.method === 'PATCH' && !isOvertaken) {
            isOvertaken = true;
            const files = [{ path: theirs, content: 'theirs\n' }];
            await valueOf(server, 'commit_files', { repo, branch: name, message: 'Theirs', files });
          }
          return fetch(input, init);
        },
      },
    });
    const files = [{ path: ours, content: 'ours\n' }];
    const outcome = await callTool(late, 'commit_files', { repo, branch: name, message: 'Ours', files });
    return { outcome, added: await commitsAbove(name, head) };
  };

  it('is made on top of it where they touch different files', async () => {
    const { outcome, added } = await overtake('apart', paths[0], paths[3]);
    expect(outcome).toMatchObject({ ok: true, value: { parent: added[1]?.sha, commit: added[0]?.sha } });
    expect(added.map(({ message }) => message)).toEqual(['Ours', 'Theirs']);
    for (const path of [paths[0], paths[3]]) {
      expect(await valueOf(server, 'read_file', { repo, path, branch: 'apart' })).toBeDefined();
    }
  });

  it.each([
    ['the same file', 'same', paths[0], paths[0]],
    ['a file where it needs a folder', 'file', paths[2], paths[1]],
    ['a folder where it needs a file', 'folder', paths[1], paths[2]],
  ])('is refused where the other one wrote %s', async (_what, name, ours, theirs) => {
    const { outcome, added } = await overtake(`clash-${name}`, ours, theirs);
    expect(outcome).toMatchObject({
      code: 'BRANCH_MOVED',
      effect: 'none',
      retryable: false,
      recovery: 'discover',
      details: { paths: [ours] },
      next_actions: [{ tool: 'get_commits' }],
    });
    expect(added.map(({ message }) => message)).toEqual(['Theirs']);
  });

  /** Changes the branch directly, past the server, while a commit is made. */
  const disturb = async (name: string, files: JsonObject[], change: (head: string) => Promise<unknown>) => {
    const head = await branch(name);
    let isDisturbed = false;
    const sent: string[] = [];
    const late = world.server({
      github: {
        fetch: async (input, init) => {
          sent.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
          if (init?.method === 'PATCH' && !isDisturbed) {
            isDisturbed = true;
            await change(head);
          }
          return fetch(input, init);
        },
      },
    });
    return { outcome: await callTool(late, 'commit_files', { repo, branch: name, message: 'Ours', files }), sent };
  };
  const put = (of: string, path: string, sha?: string) =>
    world.api('PUT', `/repos/${repo}/contents/${path}`, {
      message: 'Theirs',
      content: Buffer.from('x\n'.repeat(50)).toString('base64'),
      branch: of,
      ...(sha && { sha }),
    });

  it('keeps its binary files when it is made on top of another', async () => {
    const files = [{ path: 'bin/a', content: Buffer.from([0, 255]).toString('base64'), encoding: 'base64' }];
    const { outcome, sent } = await disturb('binary', files, () => put('binary', 'theirs.txt'));
    expect(outcome).toMatchObject({ ok: true });
    const read = await valueOf(server, 'read_file', { repo, path: 'bin/a', branch: 'binary' });
    expect(read).toMatchObject({ encoding: 'base64', content: 'AP8=' });
    expect(sent.filter((line) => line.endsWith('/git/blobs'))).toHaveLength(1);
  });

  it('is refused where the other one moved or removed its file', async () => {
    await branch('old-home');
    const { data: made } = await put('old-home', 'home.txt');
    const files = [{ path: 'home.txt', content: 'ours\n' }];
    const from = { repo, branch: 'gone', from: 'old-home' };
    await valueOf(server, 'create_branch', from);
    let isRemoved = false;
    const late = world.server({
      github: {
        fetch: async (input, init) => {
          if (init?.method === 'PATCH' && !isRemoved) {
            isRemoved = true;
            const sha = made.content.sha;
            await world.api('DELETE', `/repos/${repo}/contents/home.txt`, { message: 'Theirs', sha, branch: 'gone' });
          }
          return fetch(input, init);
        },
      },
    });
    expect(await failureOf(late, 'commit_files', { repo, branch: 'gone', message: 'Ours', files })).toMatchObject({
      code: 'BRANCH_MOVED',
      effect: 'none',
      details: { paths: ['home.txt'] },
    });
  });

  it('is refused where the branch was reset or deleted meanwhile', async () => {
    const files = [{ path: 'mine.txt', content: 'm\n' }];
    const reset = await disturb('reset', files, async () => {
      const { data } = await world.api('GET', `/repos/${repo}/commits?per_page=1`);
      const tree = data[0].commit.tree.sha;
      const orphan = await world.api('POST', `/repos/${repo}/git/commits`, { message: 'Other', tree, parents: [] });
      const moved = { sha: orphan.data.sha, force: true };
      await world.api('PATCH', `/repos/${repo}/git/refs/heads/reset`, moved);
    });
    expect(reset.outcome).toMatchObject({ code: 'BRANCH_MOVED', effect: 'none' });
    const deleted = await disturb('deleted', files, () => world.api('DELETE', `/repos/${repo}/git/refs/heads/deleted`));
    expect(deleted.outcome).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      effect: 'none',
      details: { resource_id: 'deleted', http_status: 422, upstream_error: expect.any(String) },
    });
  });

  it.each(['branches', 'compare'])('is told so if the read of %s that follows fails', async (part) => {
    const name = `blind-${part}`;
    await branch(name);
    let isOvertaken = false;
    const late = world.server({
      github: {
        retry: { attempts: 1 },
        fetch: async (input, init) => {
          if (isOvertaken && new URL(String(input)).pathname.includes(`/${part}/`))
            return Response.json({ message: 'No' }, { status: 403 });
          if (init?.method === 'PATCH' && !isOvertaken) {
            await put(name, 'theirs.txt');
            isOvertaken = true;
          }
          return fetch(input, init);
        },
      },
    });
    const files = [{ path: 'ours.txt', content: 'o\n' }];
    expect(await failureOf(late, 'commit_files', { repo, branch: name, message: 'Ours', files })).toMatchObject({
      code: 'BRANCH_MOVED',
      effect: 'none',
      retryable: true,
      details: { http_status: 422 },
    });
  });

  it('is refused where it was tied to a head', async () => {
    const head = await branch('tied');
    const commit = (message: string, path: string) => ({
      repo,
      branch: 'tied',
      message,
      files: [{ path, content: 'x' }],
      expected_head: head,
    });
    await valueOf(server, 'commit_files', commit('First', 'one.txt'));
    expect(await failureOf(server, 'commit_files', commit('Second', 'two.txt'))).toMatchObject({
      code: 'BRANCH_MOVED',
      recovery: 'discover',
    });
  });
});

describe('a pull request', () => {
  it('is opened once, and the one that is open is named', async () => {
    await branch('asked');
    await valueOf(server, 'commit_files', { repo, branch: 'asked', message: 'm', files: files('asked') });
    const args = { repo, title: '<Asked> & told', head: 'asked', base: 'main', body: 'Why > how', draft: true };
    const made = await valueOf(server, 'create_pull_request', args);
    expect(made).toMatchObject({ title: '<Asked> & told', draft: true, head: 'asked', base: 'main' });
    const again = await failureOf(server, 'create_pull_request', args);
    expect(again).toMatchObject({
      code: 'CONFLICT_ALREADY_EXISTS',
      details: { resource_id: `${repo}#${made.number}`, errors: [expect.any(Object)] },
      next_actions: [{ tool: 'get_pull_request', arguments: { prNumber: made.number } }],
    });
  });

  it('keeps what GitHub says about values that it refuses', async () => {
    await branch('nothing-new');
    const failure = await failureOf(server, 'create_pull_request', {
      repo,
      title: 't',
      head: 'nothing-new',
      base: 'main',
    });
    expect(failure).toMatchObject({
      code: 'VALIDATION_UPSTREAM_REJECTED',
      details: { errors: [{ message: 'No commits between main and nothing-new' }] },
    });
  });

  it('changes in one call whatever is asked for, and nothing else', async () => {
    const { pull_requests } = await valueOf(server, 'list_pull_requests', { repo, head: 'asked' });
    const prNumber = pull_requests[0].number;
    const update = (changes: object) => valueOf(server, 'update_pull_request', { repo, prNumber, ...changes });
    expect(await update({ title: 'Told', draft: false })).toMatchObject({
      title: 'Told',
      draft: false,
      body: 'Why > how',
    });
    expect(await update({ draft: true })).toMatchObject({ draft: true, title: 'Told' });
    expect(await update({ draft: true })).toMatchObject({ draft: true });
    expect(await update({ body: '', state: 'closed' })).toMatchObject({ body: '', state: 'closed' });
    expect(await update({})).toMatchObject({ state: 'closed', title: 'Told' });
  });

  it('says what was done where a part of the changes is refused', async () => {
    const failure = await failureOf(server, 'update_pull_request', {
      repo,
      prNumber: 9,
      title: 'Renamed',
      draft: true,
    });
    expect(failure).toMatchObject({ effect: 'partial' });
    expect((await valueOf(server, 'get_pull_request', { repo, prNumber: 9 })).title).toBe('Renamed');
  });
});

describe('a branch', () => {
  it('is made from the default branch, a tag, or the beginning of a commit', async () => {
    const { commits } = await valueOf(server, 'get_commits', { repo, branch: 'rounding', per_page: 1 });
    const { sha } = commits[0];
    expect(await valueOf(server, 'create_branch', { repo, branch: 'from/sha', from: sha.slice(0, 7) })).toEqual({
      repo,
      branch: 'from/sha',
      sha,
      created: true,
    });
    expect(await valueOf(server, 'create_branch', { repo, branch: 'from/sha', from: sha })).toMatchObject({
      created: false,
    });
    expect(await failureOf(server, 'create_branch', { repo, branch: 'from/sha', from: 'main' })).toMatchObject({
      code: 'CONFLICT_ALREADY_EXISTS',
      message: `Branch 'from/sha' already exists, at '${sha}'`,
    });
    expect(await failureOf(server, 'create_branch', { repo, branch: 'x', from: 'v99' })).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      details: { resource_id: 'v99' },
    });
  });
});
