import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { judgeGitRef, judgePath } from './untrusted-values.ts';

const createRoot = (): string => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-judged-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
};

describe('judgePath', () => {
  it('hands out a path that can be used', async () => {
    const verdict = await judgePath(createRoot(), 'a/b.txt');
    if (!verdict.ok) throw new Error(verdict.reason);
    await verdict.path.mkdirParent();
    await verdict.path.writeFile('text');
    expect([verdict.path.relative, await verdict.path.readText()]).toEqual(['a/b.txt', 'text']);
  });

  it.each([
    ['../x', 'outside'],
    ['out/x', 'link'],
    ['a\0b', 'control_chars'],
    ['', 'empty'],
    ['x'.repeat(2000), 'too_long'],
  ])('refuses %j by the rule %s', async (value, rule) => {
    const root = createRoot();
    symlinkSync(createRoot(), path.join(root, 'out'));
    expect(await judgePath(root, value)).toMatchObject({ ok: false, rule });
  });
});

describe('judgeGitRef', () => {
  it.each([
    ['origin/main', true],
    ['HEAD~2', true],
    ['--output=x', false],
    ['a..b', false],
    ['a\nb', false],
  ])('%j: %s', async (ref, ok) => expect((await judgeGitRef(ref)).ok).toBe(ok));
});
