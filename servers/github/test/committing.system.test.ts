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

it('puts every one of many concurrent commits into the history once, or reports its loss', async () => {
  const head = await branch('busy');
  // On a busy machine git takes its time, and this is not about time.
  const patient = world.server({
    github: { timeoutMs: 600_000 },
    server: { timeouts: { defaultMs: 600_000, maxMs: 600_000 } },
  });
  const outcomes = await Promise.all(
    Array.from({ length: concurrent }, (_, index) =>
      callTool(patient, 'commit_files', {
        repo,
        branch: 'busy',
        message: `Commit ${index}`,
        files: [{ path: `busy/${index}.txt`, content: `${index}\n` }],
      }),
    ),
  );
  const made = new Map<string, number>();
  let lost = 0;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.ok) made.set((outcome.value as { commit: string }).commit, index);
    else {
      lost += 1;
      expect(outcome, outcome.message).toMatchObject({ code: 'BRANCH_MOVED', effect: 'none', retryable: true });
    }
  }
  expect(made.size + lost).toBe(concurrent);
  expect(made.size).toBeGreaterThan(0);

  const history: { sha: string; message: string; parents: string[] }[] = [];
  for (let page: number | undefined = 1; page !== undefined;) {
    const part: { commits: typeof history; next_page?: number } = await valueOf(server, 'get_commits', {
      repo,
      branch: 'busy',
      per_page: 100,
      page,
    });
    history.push(...part.commits);
    page = part.next_page;
  }
  const added = history.slice(
    0,
    history.findIndex(({ sha }) => sha === head),
  );
  expect(added.map(({ sha }) => sha).sort()).toEqual([...made.keys()].sort());
  for (const { sha, message } of added) expect(message).toBe(`Commit ${made.get(sha)}`);
  const { tree } = await valueOf(server, 'get_tree', { repo, branch: 'busy' });
  const written = tree.filter(({ path }: { path: string }) => path.startsWith('busy/'));
  expect(written).toHaveLength(made.size);
});

it('gets all of 6 concurrent commits in when each loss is repeated as its failure says', async () => {
  await branch('patient');
  const commit = async (index: number): Promise<string> => {
    for (;;) {
      const outcome = await callTool(server, 'commit_files', {
        repo,
        branch: 'patient',
        message: `Commit ${index}`,
        files: [{ path: `patient/${index}.txt`, content: `${index}\n` }],
      });
      if (outcome.ok) return (outcome.value as { commit: string }).commit;
      if (!outcome.retryable) throw new Error(outcome.message);
    }
  };
  const shas = await Promise.all(Array.from({ length: 6 }, (_, index) => commit(index)));
  const { commits } = await valueOf(server, 'get_commits', { repo, branch: 'patient', per_page: 6 });
  expect(commits.map(({ sha }: { sha: string }) => sha).sort()).toEqual([...shas].sort());
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
      message: `Branch 'from/sha' exists already, at '${sha}'`,
    });
    expect(await failureOf(server, 'create_branch', { repo, branch: 'x', from: 'v99' })).toMatchObject({
      code: 'NOT_FOUND_RESOURCE',
      details: { resource_id: 'v99' },
    });
  });
});
