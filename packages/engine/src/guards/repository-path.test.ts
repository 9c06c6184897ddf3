import { expect, it } from 'vitest';
import { judge } from './judge.ts';

const verdict = (value: string, options = {}) => judge('repositoryPath', value, options, {});

it.each(['README.md', 'src/a b.ts', 'a/.github/x', '...', '-x', 'a#b?c', 'ünïcode/文件', 'a/..b', 'folder/'])(
  "takes '%s'",
  async (value) => {
    expect(await verdict(value)).toEqual({ ok: true });
  },
);

it.each([
  ['', 'empty'],
  ['/etc/passwd', 'outside'],
  ['.', 'outside'],
  ['..', 'outside'],
  ['a/../b', 'outside'],
  ['a/./b', 'outside'],
  ['a//b', 'syntax'],
  ['.git/config', 'outside'],
  ['a/.GIT/hooks', 'outside'],
  ['a\nb', 'control_chars'],
  ['a\u0000b', 'control_chars'],
  ['a\u202Eb', 'control_chars'],
])('refuses %j', async (value, rule) => {
  expect(await verdict(value)).toMatchObject({ ok: false, rule });
});

it.each(['', '.', '/'])("takes '%s' for the root where a field allows it", async (value) => {
  expect(await verdict(value, { root: true })).toEqual({ ok: true });
  expect(await verdict('..', { root: true })).toMatchObject({ ok: false });
});
