import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editTree } from './edit-tree.ts';
import { StaleRef } from './refs.ts';
import { GitRepository } from './repository.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const signature = { name: 'T', email: 't@example.com', atSeconds: 1_700_000_000, zone: '+0200' };
let folder: string;
let git: GitRepository;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'forge-git-'));
  git = new GitRepository(path.join(folder, 'x.git'));
  await git.create('main');
});

afterEach(async () => {
  git.close();
  await rm(folder, { recursive: true, force: true });
});

async function commit(files: Record<string, string | null>, parent?: string, message = 'm'): Promise<string> {
  const edits = await Promise.all(
    Object.entries(files).map(async ([name, content]) => ({
      path: name,
      put: content === null ? null : { mode: '100644', sha: await git.objects.writeBlob(Buffer.from(content)) },
    })),
  );
  const base = parent ? (await git.objects.commit(parent)).tree : undefined;
  const tree = await editTree(git.objects, base, edits);
  const parents = parent ? [parent] : [];
  return git.objects.writeCommit({ tree, parents, author: signature, committer: signature, message });
}

describe('objects', () => {
  it('have the ids that git gives them', async () => {
    expect(await git.objects.writeBlob(Buffer.from('hello'))).toBe('b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0');
    const sha = await commit({ 'a/b.txt': '1', 'a.txt': '2', 'a-b': '3' });
    const read = await git.objects.commit(sha);
    expect(read).toMatchObject({ author: signature, message: 'm', parents: [] });
    expect((await git.objects.tree(read.tree)).map((entry) => entry.name)).toEqual(['a-b', 'a.txt', 'a']);
    await git.history.check();
  });

  it('are read whole, large ones and many at once', async () => {
    const large = Buffer.alloc(3_000_000, 'x');
    const shas = await Promise.all(
      [large, Buffer.alloc(0), Buffer.from('s')].map((content) => git.objects.writeBlob(content)),
    );
    const read = await Promise.all([...shas, ...shas, '1'.repeat(40)].map((sha) => git.objects.read(sha)));
    expect(read.map((object) => object?.size)).toEqual([3_000_000, 0, 1, 3_000_000, 0, 1, undefined]);
    expect(read[3]?.content.equals(large)).toBe(true);
  });

  it('drops folders that become empty', async () => {
    const first = await commit({ 'a/b/c.txt': '1', d: '2' });
    const second = await git.objects.commit(await commit({ 'a/b/c.txt': null }, first));
    expect((await git.objects.tree(second.tree)).map((entry) => entry.name)).toEqual(['d']);
  });
});

describe('refs', () => {
  it('move only from the expected value, all or none', async () => {
    const [one, two] = [await commit({ a: '1' }), await commit({ a: '2' })];
    await git.refs.move([{ name: 'refs/heads/main', from: undefined, to: one }]);
    const late = git.refs.move([
      { name: 'refs/heads/other', from: undefined, to: two },
      { name: 'refs/heads/main', from: two, to: one },
    ]);
    await expect(late).rejects.toThrow(StaleRef);
    expect(await git.refs.get('refs/heads/other')).toBeUndefined();
    await git.refs.move([{ name: 'refs/heads/main', from: one, to: undefined }]);
    expect(await git.refs.get('refs/heads/main')).toBeUndefined();
  });

  it('lets exactly one of many swaps from the same value win', async () => {
    const base = await commit({ a: '0' });
    await git.refs.move([{ name: 'refs/heads/main', from: undefined, to: base }]);
    const rivals = await Promise.all(Array.from({ length: 10 }, (_, index) => commit({ a: String(index + 1) }, base)));
    const results = await Promise.allSettled(
      rivals.map((to) => git.refs.move([{ name: 'refs/heads/main', from: base, to }])),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('merging', () => {
  it('finds conflicts and clean results', async () => {
    const base = await commit({ a: '1\n', b: '1\n' });
    const [ours, theirs, rival] = [
      await commit({ a: '2\n' }, base),
      await commit({ b: '2\n' }, base),
      await commit({ a: '3\n' }, base),
    ];
    expect((await git.merge(ours, theirs)).clean).toBe(true);
    expect(await git.merge(ours, rival)).toEqual({ clean: false, conflicts: ['a'] });
    expect((await git.merge(ours, await commit({ z: '1' }))).clean).toBe(false);
  });

  it('replays commits on another base with their authors', async () => {
    const base = await commit({ a: '1\n' });
    const head = await commit({ c: '1\n' }, await commit({ b: '1\n' }, base, 'first'), 'second');
    const onto = await commit({ a: '2\n' }, base);
    const committer = { ...signature, name: 'M' };
    const tip = await git.rebase(onto, head, committer);
    const log = await git.history.log({ from: tip ?? '', limit: 10 });
    const commits = await Promise.all(log.map((sha) => git.objects.commit(sha)));
    expect(commits.map((one) => one.message)).toEqual(['second', 'first', 'm', 'm']);
    expect(commits[0]?.committer.name).toBe('M');
    expect(commits[0]?.author.name).toBe('T');
    expect(await git.rebase(await commit({ b: 'x\n' }, base), head, committer)).toBeUndefined();
  });
});

describe('differences', () => {
  it('show additions, removals, renames and patches', async () => {
    const long = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
    const from = await commit({ 'old name.txt': long, gone: '1\n', 'ä.txt': '1\n' });
    const to = await commit(
      { 'old name.txt': null, 'new name.txt': long, gone: null, 'ä.txt': '2\n', fresh: 'other\n' },
      from,
    );
    const changes = await git.diff(from, to);
    expect(changes.map(({ path: name, status, previousPath }) => [name, status, previousPath])).toEqual([
      ['fresh', 'added', undefined],
      ['gone', 'removed', undefined],
      ['new name.txt', 'renamed', 'old name.txt'],
      ['ä.txt', 'modified', undefined],
    ]);
    expect(changes[3]).toMatchObject({ additions: 1, deletions: 1, patch: '@@ -1 +1 @@\n-1\n+2' });
    expect((await git.diff(undefined, from)).every((change) => change.status === 'added')).toBe(true);
  });
});

describe('names', () => {
  it('resolve branches, tags, ids and short ids, and nothing else', async () => {
    const sha = await commit({ a: '1' });
    await git.refs.move([
      { name: 'refs/heads/main', from: undefined, to: sha },
      { name: 'refs/tags/v1', from: undefined, to: sha },
    ]);
    for (const name of ['main', 'heads/main', 'refs/heads/main', 'v1', 'tags/v1', sha, sha.slice(0, 8)])
      expect(await git.resolveCommit(name), name).toBe(sha);
    for (const name of [
      '',
      'none',
      'main~0',
      'main^{tree}',
      'main:a',
      '@',
      'HEAD@{0}',
      '-x',
      'a\nb',
      '..',
      sha.slice(0, 3),
    ])
      expect(await git.resolveCommit(name), name).toBeUndefined();
  });
});
