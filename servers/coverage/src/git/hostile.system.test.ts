import { chmodSync, copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';
import { findGit } from './git-program.ts';
import { readAt } from './read-at.ts';
import { repositoryState } from './repository-state.ts';
import { createCanary, createFolder, createRepository } from './testing/create-repository.ts';
import type { TestRepository } from './testing/create-repository.ts';

/** Each of them makes an ordinary `git diff` or `git status` run a program, or would. */
const traps: Readonly<Record<string, (repository: TestRepository, program: string) => void>> = {
  aliases: ({ git }, program) => {
    for (const name of ['diff', 'rev-parse', 'ls-files', 'read-tree', 'add', 'x'])
      git('config', `alias.${name}`, `!${program}`);
  },
  'clean and smudge filters': ({ git, write }, program) => {
    for (const kind of ['clean', 'smudge', 'process']) git('config', `filter.evil.${kind}`, program);
    git('config', 'filter.evil.required', 'true');
    write('.gitattributes', '* filter=evil\n');
  },
  'a filter in info/attributes': ({ git, root }, program) => {
    git('config', 'filter.evil.clean', program);
    mkdirSync(path.join(root, '.git', 'info'), { recursive: true });
    writeFileSync(path.join(root, '.git', 'info', 'attributes'), '* filter=evil diff=evil\n');
  },
  'diff drivers': ({ git, write }, program) => {
    git('config', 'diff.evil.command', program);
    git('config', 'diff.evil.textconv', program);
    git('config', 'diff.external', program);
    write('.gitattributes', '* diff=evil\n');
  },
  fsmonitor: ({ git }, program) => git('config', 'core.fsmonitor', program),
  hooks: ({ git, root }, program) => {
    const hooks = path.join(root, '.git', 'hooks');
    mkdirSync(hooks, { recursive: true });
    for (const name of ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'reference-transaction']) {
      copyFileSync(program, path.join(hooks, name));
    }
    git('config', 'core.hooksPath', hooks);
  },
  'programs of its own': ({ git }, program) => {
    for (const name of [
      'core.pager',
      'core.editor',
      'core.sshCommand',
      'core.askPass',
      'core.gitProxy',
      'gpg.program',
      'credential.helper',
      'core.alternateRefsCommand',
      'uploadpack.packObjectsHook',
    ]) {
      git('config', name, program);
    }
  },
  'included files': ({ git, root }, program) => {
    const file = path.join(root, '.git', 'more');
    writeFileSync(file, `[core]\n\tfsmonitor = ${program}\n[filter "evil"]\n\tclean = ${program}\n`);
    git('config', 'include.path', file);
  },
};

describe('a hostile repository', () => {
  it.each(Object.entries(traps))('runs nothing: %s', async (_, set) => {
    const repository = createRepository();
    const { root, write, commit } = repository;
    const { program, trace } = createCanary(createFolder());
    write('a.ts', 'one\n');
    commit();
    set(repository, program);
    write('a.ts', 'two\n');
    write('b.ts', 'new\n');
    const changes = await changedLines({ root, ref: 'HEAD' });
    expect(changes).toMatchObject({ base: expect.any(String) as string });
    expect(changes).toHaveProperty('files', expect.any(Map));
    expect(await repositoryState(root)).toMatchObject({ dirty: true, branch: 'main' });
    expect(await readAt({ root, ref: 'HEAD' }, ({ read }) => read('a.ts'))).toBe('one\n');
    expect(existsSync(trace)).toBe(false);
  });

  it('would have run the canary through ordinary git', () => {
    const repository = createRepository();
    const { program, trace } = createCanary(createFolder());
    repository.write('a.ts', 'one\n');
    repository.commit();
    traps['clean and smudge filters']?.(repository, program);
    repository.git('config', '--unset', 'filter.evil.process');
    repository.write('a.ts', 'two\n');
    repository.git('status');
    expect(existsSync(trace)).toBe(true);
  });

  it('does not fetch objects that a partial clone has only promised', async () => {
    const { root, git, write, commit } = createRepository();
    const { program, trace } = createCanary(createFolder());
    write('a.ts', 'one\n');
    commit();
    git('config', 'core.repositoryFormatVersion', '1');
    git('config', 'extensions.partialClone', 'origin');
    git('config', 'remote.origin.url', `ext::${program}`);
    git('config', 'remote.origin.promisor', 'true');
    git('config', 'remote.origin.uploadpack', program);
    git('config', 'protocol.ext.allow', 'always');
    const missing = '1234567890123456789012345678901234567890';
    expect(await changedLines({ root, ref: missing })).toMatchObject({ code: 'OP_REF_UNKNOWN' });
    expect(existsSync(trace)).toBe(false);
  });

  it('cannot choose the location of its working tree', async () => {
    const { root, git, write, commit } = createRepository();
    const elsewhere = createFolder();
    writeFileSync(path.join(elsewhere, 'secret.ts'), 'x\n');
    write('a.ts', 'one\n');
    commit();
    git('config', 'core.worktree', elsewhere);
    write('a.ts', 'two\n');
    const changes = await changedLines({ root, ref: 'HEAD' });
    expect('files' in changes && [...changes.files.keys()]).toEqual(['a.ts']);
  });

  it('cannot pass off another repository as its own', async () => {
    const other = createRepository();
    other.write('a.ts', 'one\n');
    other.commit();
    const byFile = createFolder();
    writeFileSync(path.join(byFile, '.git'), `gitdir: ${other.root}/.git\n`);
    expect(await repositoryState(byFile)).toBeUndefined();
    const byLink = createFolder();
    symlinkSync(path.join(other.root, '.git'), path.join(byLink, '.git'));
    expect(await repositoryState(byLink)).toBeUndefined();
  });

  it('cannot bring its own git', () => {
    const root = createFolder();
    const own = path.join(root, 'node_modules', '.bin');
    mkdirSync(own, { recursive: true });
    writeFileSync(path.join(own, 'git'), '#!/bin/sh\n');
    chmodSync(path.join(own, 'git'), 0o755);
    expect(findGit(root, `${own}:.:${process.env['PATH']}`)).not.toContain(root);
    expect(findGit(root, own)).toBeUndefined();
  });

  it('leaves the index and the objects as they are', async () => {
    const { root, git, write, commit } = createRepository();
    write('a.ts', 'one\n');
    commit();
    write('a.ts', 'two\n');
    write('b.ts', 'new\n');
    const before = git('count-objects', '-v') + git('ls-files', '--stage', '--debug');
    await changedLines({ root, ref: 'HEAD' });
    await repositoryState(root);
    expect(git('count-objects', '-v') + git('ls-files', '--stage', '--debug')).toBe(before);
  });
});

describe('repositoryState', () => {
  it('returns the commit, the branch and whether anything differs', async () => {
    const { root, git, write, commit } = createRepository();
    expect(await repositoryState(root)).toEqual({ commit: undefined, branch: 'main', dirty: true });
    write('a.ts', 'one\n');
    const id = commit();
    expect(await repositoryState(root)).toEqual({ commit: id, branch: 'main', dirty: false });
    write('.cover/coverage.out', 'ours\n');
    expect(await repositoryState(root)).toMatchObject({ dirty: false });
    write('a.ts', 'two\n');
    expect(await repositoryState(root)).toMatchObject({ dirty: true });
    git('checkout', '--quiet', '--', 'a.ts');
    git('checkout', '--quiet', '--detach');
    expect(await repositoryState(root)).toEqual({ commit: id, branch: undefined, dirty: false });
    write('new.ts', 'x\n');
    expect(await repositoryState(root)).toMatchObject({ dirty: true });
  });

  it('is undefined outside a repository', async () => {
    expect(await repositoryState(createFolder())).toBeUndefined();
  });
});
