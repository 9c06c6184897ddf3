import { expect, it } from 'vitest';
import { isGitName } from './is-git-name.ts';

it.each([
  '.git',
  '.GIT',
  '.Git',
  '.git.',
  '.git ',
  '.git. .',
  'git~1',
  'GIT~1',
  'Git~12',
  'git~1.',
  '.g\u200Bit',
  '.gi\u200Dt',
  '\uFEFF.git',
  '.git\u2063',
  '.g\u00ADit',
  '\uFF0Egit',
  '.\uFF47\uFF49\uFF54',
  '.git:x',
  '.git::$INDEX_ALLOCATION',
])('treats %j as .git', (name) => expect(isGitName(name)).toBe(true));

it.each(['git', '.gitignore', '.github', 'x.git', '.git.svg', '.gitx', 'git~x', 'digit~1', '..git', '.got', ''])(
  'takes %j for another name',
  (name) => expect(isGitName(name)).toBe(false),
);
