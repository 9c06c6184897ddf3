import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isBranchName, isRefName, isTreePath } from './names.ts';

// Processes are slow on a machine that is busy; no test here is about time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('ref names', () => {
  it.each(['refs/heads/main', 'refs/heads/feature/a-b', 'refs/tags/v1.0', 'refs/heads/日本', "refs/heads/a';rm -rf"])(
    'takes what git takes: %j',
    (name) => expect(isRefName(name)).toBe(!name.includes(' ')),
  );

  it.each([
    'main',
    'refs/heads',
    'refs/heads/',
    'refs/heads//a',
    'refs/heads/a..b',
    'refs/heads/../../config',
    'refs/heads/.hidden',
    'refs/heads/a.lock',
    'refs/heads/a.lock/b',
    'refs/heads/a.',
    'refs/heads/a@{1}',
    'refs/heads/a b',
    'refs/heads/a\nb',
    'refs/heads/a\u0000b',
    'refs/heads/a\u007f',
    'refs/heads/a~1',
    'refs/heads/a^',
    'refs/heads/a:b',
    'refs/heads/a?',
    'refs/heads/a*',
    'refs/heads/a[b',
    'refs/heads/a\\b',
    `refs/heads/${'a'.repeat(300)}`,
  ])('refuses %j', (name) => expect(isRefName(name)).toBe(false));

  it('agree with git itself about random names', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '/',
      '.',
      '..',
      '.lock',
      '@',
      '{',
      '~',
      '^',
      ':',
      '?',
      '*',
      '[',
      '\\',
      ' ',
      '-',
      'é',
      '\u007f',
      '\t',
    );
    const name = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `refs/heads/${pieces.join('')}`);
    fc.assert(
      fc.property(name, (candidate) => {
        const { status } = spawnSync('git', ['check-ref-format', candidate]);
        expect(isRefName(candidate)).toBe(status === 0);
      }),
      { numRuns: 150 },
    );
  });

  it.each(['-f', '--upload-pack=x', 'HEAD', 'a'.repeat(40)])('refuses the branch %j', (name) =>
    expect(isBranchName(name)).toBe(false),
  );
});

describe('tree paths', () => {
  it.each(['a', 'a/b.txt', 'src/.github/x', 'a b', 'ünï', 'git~10', '.gitignore', 'a:b'])('takes %j', (path) =>
    expect(isTreePath(path)).toBe(true),
  );

  it.each([
    '',
    '/etc/passwd',
    'a//b',
    'a/',
    '.',
    '..',
    '../a',
    'a/../b',
    '.git/config',
    '.GIT/config',
    'a/.git/hooks/x',
    '.git ',
    '.git.',
    'git~1',
    'GIT~1/x',
    '.git::$INDEX_ALLOCATION',
    '.g\u200cit/config',
    'a\u0000b',
    'a\nb',
    'a\u007f',
    'a\\.git\\b',
    'x'.repeat(5000),
  ])('refuses %j', (path) => expect(isTreePath(path)).toBe(false));
});
