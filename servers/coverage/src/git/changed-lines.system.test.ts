import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';
import type { ChangedLinesOptions } from './changed-lines.ts';
import type { Changes } from './changes.ts';
import { createFolder, createRepository } from './testing/create-repository.ts';

const changes = async (options: ChangedLinesOptions): Promise<Changes> => {
  const answer = await changedLines(options);
  if ('code' in answer) throw new Error(answer.details.reason);
  return answer;
};
const shown = ({ files }: Changes): Record<string, readonly number[]> =>
  Object.fromEntries([...files].map(([name, lines]) => [name, [...lines]]));
const ten = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n';

describe('changedLines', () => {
  it('finds committed, staged, unstaged and untracked lines', async () => {
    const { root, git, write, commit } = createRepository();
    for (const name of ['committed.ts', 'staged.ts', 'unstaged.ts', 'same.ts']) write(name, ten);
    const base = commit();
    git('checkout', '--quiet', '-b', 'work');
    write('committed.ts', ten.replace('b', 'B'));
    commit();
    write('staged.ts', ten.replace('c', 'C1\nC2'));
    git('add', 'staged.ts');
    write('unstaged.ts', `${ten}k\n`);
    write('new/untracked.ts', 'one\ntwo');
    const found = await changes({ root, ref: 'main' });
    expect(found.base).toBe(base);
    expect(shown(found)).toEqual({
      'committed.ts': [2],
      'staged.ts': [3, 4],
      'unstaged.ts': [11],
      'new/untracked.ts': [1, 2],
    });
    expect([...found.added]).toEqual(['new/untracked.ts']);
  });

  it('compares with where the branches parted, or with the commit itself', async () => {
    const { root, git, write, commit } = createRepository();
    write('a.ts', ten);
    const parted = commit();
    git('checkout', '--quiet', '-b', 'work');
    write('b.ts', 'mine\n');
    commit();
    git('checkout', '--quiet', 'main');
    write('a.ts', ten.replace('e', 'theirs'));
    const main = commit();
    git('checkout', '--quiet', 'work');
    const fromParting = await changes({ root, ref: 'main' });
    expect([fromParting.base, shown(fromParting)]).toEqual([parted, { 'b.ts': [1] }]);
    const fromMain = await changes({ root, ref: 'main', from: 'ref' });
    expect([fromMain.base, shown(fromMain)]).toEqual([main, { 'a.ts': [5], 'b.ts': [1] }]);
  });

  it('recognises a moved file, even if git was not told about the move', async () => {
    const { root, write, commit } = createRepository();
    write('old name.ts', ten);
    commit();
    renameSync(path.join(root, 'old name.ts'), path.join(root, 'new name.ts'));
    write('new name.ts', ten.replace('d', 'D'));
    const found = await changes({ root, ref: 'HEAD' });
    expect(shown(found)).toEqual({ 'new name.ts': [4] });
    expect(found.added.size).toBe(0);
  });

  it.each([
    'it"s.ts',
    'new\nline.ts',
    'tab\t.ts',
    'é漢.ts',
    'back\\slash.ts',
    ' space .ts',
    '[id].ts',
    '-dash.ts',
    ':colon.ts',
    'b/+++ x.ts',
  ])('reads the name %j', async (name) => {
    const { root, write, commit } = createRepository();
    write(name, ten);
    commit();
    write(name, ten.replace('f', 'F'));
    write(`new ${name}`, 'x\n');
    expect(shown(await changes({ root, ref: 'HEAD' }))).toEqual({ [name]: [6], [`new ${name}`]: [1] });
  });

  it('does not mistake content for a header', async () => {
    const { root, write, commit } = createRepository();
    write('a.ts', '-- a/x.ts\nkeep\n');
    commit();
    write('a.ts', '++ b/evil.ts\n@@ -1 +1,500 @@\ndiff --git a/x b/x\nkeep\n');
    expect(shown(await changes({ root, ref: 'HEAD' }))).toEqual({ 'a.ts': [1, 2, 3] });
  });

  it('sees changes that attributes and index bits would hide', async () => {
    const { root, git, write, commit } = createRepository();
    write('.gitattributes', '*.ts -diff binary\n');
    for (const name of ['assumed.ts', 'skipped.ts', 'binary.ts']) write(name, ten);
    commit();
    git('update-index', '--assume-unchanged', 'assumed.ts');
    git('update-index', '--skip-worktree', 'skipped.ts');
    for (const name of ['assumed.ts', 'skipped.ts', 'binary.ts']) write(name, ten.replace('a', 'A'));
    expect(Object.keys(shown(await changes({ root, ref: 'HEAD' }))).toSorted()).toEqual([
      'assumed.ts',
      'binary.ts',
      'skipped.ts',
    ]);
  });

  it('skips ignored, removed, huge and linked files, submodules and other repositories', async () => {
    const inner = createRepository();
    inner.write('x.ts', ten);
    inner.commit();
    const { root, git, write, commit } = createRepository();
    write('.gitignore', 'ignored.ts\n');
    write('gone.ts', ten);
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'module');
    commit();
    write('module/x.ts', 'changed\n');
    write('ignored.ts', ten);
    write('node_modules/x/index.js', ten);
    write('huge.log', 'x\n'.repeat(3 * 1024 * 1024));
    mkdirSync(path.join(root, 'other'));
    execFileSync('git', ['init', '--quiet'], { cwd: path.join(root, 'other') });
    writeFileSync(path.join(root, 'other', 'y.ts'), ten);
    symlinkSync(createFolder(), path.join(root, 'link'));
    rmSync(path.join(root, 'gone.ts'));
    expect(shown(await changes({ root, ref: 'HEAD' }))).toEqual({});
  });

  it('sees ignored files that are tracked anyway', async () => {
    const { root, git, write, commit } = createRepository();
    write('.gitignore', '*.gen.ts\n');
    write('before.gen.ts', ten);
    git('add', '--force', 'before.gen.ts');
    commit();
    git('checkout', '--quiet', '-b', 'work');
    write('committed.gen.ts', 'x\n');
    git('add', '--force', 'committed.gen.ts');
    commit();
    write('staged.gen.ts', 'x\n');
    git('add', '--force', 'staged.gen.ts');
    write('loose.gen.ts', 'x\n');
    write('before.gen.ts', ten.replace('b', 'B'));
    const found = await changes({ root, ref: 'main' });
    expect(shown(found)).toEqual({ 'before.gen.ts': [2], 'committed.gen.ts': [1], 'staged.gen.ts': [1] });
    expect([...found.added].toSorted()).toEqual(['committed.gen.ts', 'staged.gen.ts']);
  });

  it('reads binary files without harm', async () => {
    const { root, write, commit } = createRepository();
    write('logo.png', Buffer.from([0, 1, 2, 10, 43, 43, 43, 10]));
    commit();
    write('logo.png', Buffer.from([0, 255, 2, 10, 64, 64, 32, 10]));
    write('a.ts', 'x\n');
    expect(shown(await changes({ root, ref: 'HEAD' }))).toMatchObject({ 'a.ts': [1] });
  });

  it('lists paths relative to a root below the working tree, and nothing outside it', async () => {
    const { root, write, commit } = createRepository();
    write('packages/a/src/x.ts', ten);
    write('packages/b/y.ts', ten);
    commit();
    write('packages/a/src/x.ts', ten.replace('b', 'B'));
    write('packages/a/new.ts', 'x\n');
    write('packages/b/y.ts', ten.replace('b', 'B'));
    const found = await changes({ root: path.join(root, 'packages/a'), ref: 'HEAD' });
    expect(shown(found)).toEqual({ 'new.ts': [1], 'src/x.ts': [2] });
  });

  it('works in linked working trees, with split indexes and with SHA-256', async () => {
    const { root, git, write, commit } = createRepository('--object-format=sha256');
    write('a.ts', ten);
    commit();
    git('update-index', '--split-index');
    const linked = path.join(createFolder(), 'linked');
    git('worktree', 'add', '--quiet', linked);
    writeFileSync(path.join(linked, 'a.ts'), ten.replace('j', 'J'));
    const found = await changes({ root: linked, ref: 'main' });
    expect([found.base.length, shown(found)]).toEqual([64, { 'a.ts': [10] }]);
    expect(shown(await changes({ root, ref: 'main' }))).toEqual({});
  });
});

describe('an unusable reference', () => {
  it.each(['nowhere', '0000000000000000000000000000000000000000', 'v9^{tree}'])(
    'answers OP_REF_UNKNOWN to %j',
    async (ref) => {
      const { root, write, commit } = createRepository();
      write('a.ts', ten);
      commit();
      expect(await changedLines({ root, ref })).toMatchObject({ code: 'OP_REF_UNKNOWN', details: { ref } });
    },
  );

  it.each(['--output=x', '-p', 'main..HEAD', 'HEAD:a.ts', ':/message', '@{-1}', 'a b', '$(id)', 'ma\nin', ''])(
    'does not show git %j',
    async (ref) => {
      const { root, write, commit } = createRepository();
      write('a.ts', ten);
      commit();
      expect(await changedLines({ root, ref })).toMatchObject({ code: 'OP_REF_UNKNOWN' });
    },
  );

  it('says that a clone is shallow', async () => {
    const { root, write, commit } = createRepository();
    write('a.ts', ten);
    commit();
    write('a.ts', ten.replace('a', 'A'));
    commit();
    const clone = path.join(createFolder(), 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);
    expect(await changedLines({ root: clone, ref: 'HEAD~1' })).toMatchObject({ details: { shallow: true } });
    expect(await changedLines({ root: clone, ref: 'origin/main' })).toMatchObject({
      base: expect.any(String) as string,
    });
  });

  it('reports a missing repository, common history or commit', async () => {
    expect(await changedLines({ root: createFolder(), ref: 'HEAD' })).toMatchObject({
      details: { reason: 'the project is not in a git repository' },
    });
    const { root, git, write, commit } = createRepository();
    expect(await changedLines({ root, ref: 'HEAD' })).toMatchObject({ code: 'OP_REF_UNKNOWN' });
    write('a.ts', ten);
    commit();
    git('checkout', '--quiet', '--orphan', 'other');
    commit('Another beginning');
    expect(await changedLines({ root, ref: 'main' })).toMatchObject({
      details: { reason: 'it has no history in common with the checked-out commit' },
    });
  });
});
