import { describe, expect, it } from 'vitest';
import { matchesGlob } from './matches-glob.ts';

describe('matchesGlob', () => {
  it.each([
    ['*.ts', 'a/b/c.ts', true],
    ['*.ts', 'a.tsx', false],
    ['docs', 'a/docs/b.md', true],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/a/b.md', false],
    ['docs/**/b.md', 'docs/b.md', true],
    ['docs/**/b.md', 'docs/x/y/b.md', true],
    ['/src/', 'src/a', true],
    ['src/?.ts', 'src/ab.ts', false],
    ['**/gen', 'a/b/gen/c', true],
    ['a*b*c', 'axxbyyc', true],
    ['a/b', 'x/a/b', false],
  ])('compares %s with %s: %s', (pattern, path, matches) => {
    expect(matchesGlob(pattern, path)).toBe(matches);
  });

  it('compares patterns with many stars', () => {
    expect(matchesGlob('*a'.repeat(200), 'a'.repeat(400) + 'b')).toBe(false);
  });
});
