import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gitOwns } from './git-owns.ts';

let home: string;
let root: string;
const git = (cwd: string, ...words: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always', ...words],
    {
      cwd,
      encoding: 'utf8',
    },
  );
const inRoot = (...names: readonly string[]): string => path.join(root, ...names);

/** A working tree with every way in which git keeps files in it, and a few folders that only look like that. */
beforeAll(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-git-owns-')));
  root = path.join(home, 'root');
  mkdirSync(root);
  git(root, 'init', '-q', '-b', 'main');
  writeFileSync(inRoot('a'), '');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'one');
  git(root, 'clone', '-q', '--bare', '.', 'vendor/bare');
  git(root, 'clone', '-q', '--separate-git-dir=meta', '.', 'separate');
  git(root, 'submodule', '--quiet', 'add', inRoot('vendor', 'bare'), 'module');
  git(root, 'worktree', 'add', '-q', path.join(home, 'linked'));
  git(root, 'worktree', 'add', '-q', inRoot('.git', 'inner'));
  cpSync(inRoot('vendor', 'bare', 'objects'), inRoot('borrowed'), { recursive: true });
  writeFileSync(inRoot('.git', 'objects', 'info', 'alternates'), `${inRoot('borrowed')}\n`);
  renameSync(inRoot('.git', 'info'), inRoot('moved-info'));
  symlinkSync(inRoot('moved-info'), inRoot('.git', 'info'));
  rmSync(inRoot('.git', 'hooks'), { recursive: true, force: true });
  mkdirSync(inRoot('tools'));
  symlinkSync(inRoot('tools'), inRoot('.git', 'hooks'));
  mkdirSync(inRoot('looks', 'refs'), { recursive: true });
  writeFileSync(inRoot('looks', 'HEAD'), 'Ahead of all.\n');
  mkdirSync(inRoot('half'));
  writeFileSync(inRoot('half', 'HEAD'), 'ref: refs/heads/main\n');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it.each([
  '.git/x.svg',
  '.git/refs/heads/evil.svg',
  '.GIT/refs/x.svg',
  'deep/.git/x.svg',
  'git~1/x.svg',
  'vendor/bare/refs/heads/x.svg',
  'vendor/bare/x.svg',
  'vendor/bare',
  'meta/refs/tags/v1.html',
  'meta/new/folder/x.svg',
  'separate/.git/x.svg',
  'module/.git/x.svg',
  'borrowed/pack/x.svg',
  'moved-info/x.svg',
])("classifies %s as one of git's own files", async (relative) => expect(await gitOwns(root, relative)).toBe(true));

it.each([
  'x.svg',
  'docs/x.svg',
  'vendor/x.svg',
  'separate/x.svg',
  'module/x.svg',
  'tools/x.svg',
  'looks/refs/x.svg',
  'half/x.svg',
  '.github/x.svg',
  'x.git/x.svg',
  '.',
])('classifies %s as a project file', async (relative) => expect(await gitOwns(root, relative)).toBe(false));

it("classifies every file of a bare repository as git's own, and none of a linked working tree", async () => {
  expect(await gitOwns(inRoot('vendor', 'bare'), 'x.svg')).toBe(true);
  expect(await gitOwns(path.join(home, 'linked'), 'x.svg')).toBe(false);
  expect(await gitOwns(path.join(home, 'linked'), '.git')).toBe(true);
  expect(readFileSync(inRoot('.git', 'inner', '.git'), 'utf8')).toContain('gitdir');
  expect(await gitOwns(inRoot('.git', 'inner'), 'x.svg')).toBe(false);
});

it('works without a repository', async () => expect(await gitOwns(home, 'x.svg')).toBe(false));
