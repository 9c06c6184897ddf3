import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunError } from '@recourse/runs';
import { applyPatch as applyUnified } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryTree } from '../testing/memory-tree.ts';
import { testConfig } from '../testing/test-config.ts';
import { amend } from './amend.ts';
import { applyPatches } from './apply-patches.ts';
import { diffReport, unifiedDiff } from './diff.ts';
import { addPatches, emptyBundle } from './make-patch.ts';
import type { NewPatch } from './make-patch.ts';
import { materialise } from './materialise.ts';
import { openWorktree } from './open-worktree.ts';

const page = '---\ntitle: Page\n---\n\n# Page\n\nIntro.\n\n## Install\n\nOld.\n\n## Use\n\nText.\n';
const file = 'content/page.md';
const config = testConfig();
const open = (patches: readonly NewPatch[], files: Record<string, string> = { [file]: page }, changes = config) =>
  openWorktree(memoryTree(files), addPatches(emptyBundle, patches), changes);
const outcome = async (patches: readonly NewPatch[], files?: Record<string, string>) => {
  const worktree = await open(patches, files);
  return {
    content: await worktree.read(file),
    reasons: worktree.conflicts.map((conflict) => conflict.conflict_reason),
  };
};
const create = (new_content: string): NewPatch => ({ type: 'create_file', path: file, new_content });
const anchor = (name: string, new_content: string): NewPatch => ({
  type: 'update_by_anchor',
  path: file,
  anchor: name,
  new_content,
});
const range = (start_line: number, end_line: number, new_content: string): NewPatch => ({
  type: 'update_file_range',
  path: file,
  start_line,
  end_line,
  new_content,
});

describe('the kinds of patches', () => {
  it('creates a file, leaves an equal one and does not overwrite another', async () => {
    expect(await outcome([create('new')], {})).toEqual({ content: 'new', reasons: [] });
    const equal = await open([create(page)]);
    expect([equal.touched, equal.conflicts]).toEqual([[], []]);
    expect(await outcome([create('new')])).toEqual({ content: page, reasons: ['FILE_EXISTS'] });
  });

  it('replaces the section under a heading, found by its text or its anchor', async () => {
    const next = page.replace('Old.', 'New.');
    expect(await outcome([anchor('Install', 'New.')])).toEqual({ content: next, reasons: [] });
    expect(await outcome([anchor('install', 'New.\n')])).toEqual({ content: next, reasons: [] });
    expect((await open([anchor('Install', '\nOld.\n')])).touched).toEqual([]);
  });

  it('reports a heading that is missing or not unique', async () => {
    expect((await outcome([anchor('Nowhere', 'x')])).reasons).toEqual(['ANCHOR_MISSING']);
    const twice = { [file]: '## A\n\n1\n\n## A\n\n2\n' };
    expect((await outcome([anchor('A', 'x')], twice)).reasons).toEqual(['ANCHOR_AMBIGUOUS']);
  });

  it('sets keys of the front matter', async () => {
    const update = (frontmatter_updates: Record<string, string>): NewPatch => ({
      type: 'update_frontmatter_keys',
      path: file,
      frontmatter_updates,
    });
    expect(await outcome([update({ title: 'Next', kind: 'guide' })])).toEqual({
      content: page.replace('title: Page', 'title: Next\nkind: guide'),
      reasons: [],
    });
    expect((await open([update({ title: 'Page' })])).touched).toEqual([]);
    const broken = { [file]: '---\na: [\n---\n' };
    expect((await outcome([update({ title: 'x' })], broken)).reasons).toEqual(['FRONT_MATTER_UNREADABLE']);
  });

  it('replaces lines; a patch that changes their number must identify its file', async () => {
    expect((await outcome([range(7, 7, 'Hello.\n')])).content).toBe(page.replace('Intro.', 'Hello.'));
    expect((await outcome([range(7, 7, 'a\nb\n')])).reasons).toEqual(['RANGE_UNGUARDED']);
    expect((await outcome([range(90, 90, 'a\n')])).reasons).toEqual(['RANGE_OUT_OF_BOUNDS']);
    const other: NewPatch = { ...range(7, 7, 'Other.\n'), expected_before_hash: '0'.repeat(64) };
    expect((await outcome([other])).reasons).toEqual(['CONTENT_CHANGED']);
  });

  it('deletes a file', async () => {
    const worktree = await open([{ type: 'delete_file', path: file }]);
    expect([worktree.removed, worktree.paths, worktree.has(file)]).toEqual([[file], [], false]);
  });

  it('reports a patch whose content is not the one that was hashed', async () => {
    const bundle = addPatches(emptyBundle, [create('new')]);
    const damaged = { ...bundle, patches: bundle.patches.map((patch) => ({ ...patch, new_content: 'other' })) };
    const { conflicts } = await openWorktree(memoryTree({}), damaged, config);
    expect(conflicts).toMatchObject([{ patch_id: 'patch_001', conflict_reason: 'DAMAGED_PATCH' }]);
  });

  it('leaves binary files alone', async () => {
    const tree = memoryTree({ [file]: Buffer.from([0, 1, 2]) });
    const worktree = await openWorktree(tree, addPatches(emptyBundle, [anchor('A', 'x')]), config);
    expect(worktree.conflicts).toMatchObject([{ conflict_reason: 'BINARY_TARGET' }]);
  });
});

describe('the limits of a worktree', () => {
  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => (error instanceof RunError ? error.failure : error),
    );

  it.each(['README.md', 'content/../README.md', 'content/.git/hooks/x', '/etc/passwd'])(
    'refuses to write %s',
    async (at) => {
      const failure = await failureOf(open([{ type: 'create_file', path: at, new_content: 'x' }]));
      expect(failure).toMatchObject({ code: 'ALLOWED_PATHS_VIOLATION', details: { path: at, patch_id: 'patch_001' } });
    },
  );

  it('refuses two paths that are one file where case does not matter', async () => {
    const writes = ['content/new.md', 'content/New.md'].map((at): NewPatch => ({
      type: 'create_file',
      path: at,
      new_content: 'x',
    }));
    expect(await failureOf(open(writes))).toMatchObject({ code: 'ALLOWED_PATHS_VIOLATION' });
  });

  it('refuses more files and more lines than the budget', async () => {
    const tight = testConfig({ budgets: { max_files_changed: 1, max_lines_per_file: 3 } });
    const writes = ['a', 'b'].map((name): NewPatch => ({
      type: 'create_file',
      path: `content/${name}`,
      new_content: 'x',
    }));
    const files = await failureOf(open(writes, {}, tight));
    expect(files).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      details: { budget: 'budgets.max_files_changed', limit: 1, used: 2 },
    });
    const lines = await failureOf(open([create('1\n2\n3\n4\n')], {}, tight));
    expect(lines).toMatchObject({ details: { budget: 'budgets.max_lines_per_file', limit: 3, used: 4 } });
  });
});

const patches = fc.oneof(
  fc.constantFrom('new\n', page).map(create),
  fc
    .tuple(
      fc.constantFrom('Install', 'Use', 'Page', 'None'),
      fc.constantFrom('New.', '## Use\n\nx', '', '### Sub\n\ny'),
    )
    .map(([name, content]) => anchor(name, content)),
  fc
    .record({ title: fc.constantFrom('A', 'B'), tags: fc.constantFrom<string[]>(['x'], ['y']) }, { requiredKeys: [] })
    .map((frontmatter_updates): NewPatch => ({ type: 'update_frontmatter_keys', path: file, frontmatter_updates })),
  fc
    .tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 0, max: 16 }), fc.constantFrom('', 'x\n', 'a\nb\n'))
    .map(([start, end, content]) => range(start, end, content)),
  fc.constant<NewPatch>({ type: 'delete_file', path: file }),
);

describe('the laws of patches', () => {
  it('leaves an unchanged file when the patch is applied again', () => {
    fc.assert(
      fc.property(fc.array(patches, { maxLength: 4 }), fc.constantFrom(page, undefined), (made, before) => {
        const chain = addPatches(emptyBundle, made).patches;
        const once = applyPatches(before, chain);
        if (once.misfit) return;
        expect(applyPatches(once.content, chain)).toEqual({ content: once.content });
      }),
      { numRuns: 500 },
    );
  });

  it('amends a bundle to any content, which can be applied twice', async () => {
    const contents = fc.oneof(
      fc
        .array(fc.constantFrom('---', 'title: X', '', '## Install', 'Text.', 'x'), { maxLength: 12 })
        .map((lines) => lines.map((line) => `${line}\n`).join('')),
      fc.constant(page.replace('Old', 'Newer')),
    );
    const made = fc.array(patches, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(made, fc.constantFrom({ [file]: page }, {}), contents, async (given, files, wanted) => {
        const tree = memoryTree(files);
        const bundle = addPatches(emptyBundle, given);
        const worktree = await openWorktree(tree, bundle, config);
        fc.pre(worktree.conflicts.length === 0);
        const amended = await amend(bundle, worktree, file, wanted);
        const next = await openWorktree(tree, amended.bundle, config);
        expect([next.conflicts, await next.read(file)]).toEqual([[], wanted]);
        const again = await openWorktree(memoryTree({ [file]: wanted }), amended.bundle, config);
        expect([again.conflicts, again.touched]).toEqual([[], []]);
        const ids = amended.bundle.patches.map(({ patch_id }) => patch_id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the diff of a worktree', () => {
  it('turns the base into the result, and nothing into nothing', async () => {
    const worktree = await open([
      anchor('Install', 'New.'),
      { type: 'create_file', path: 'content/b.md', new_content: 'b\n' },
    ]);
    const diff = await unifiedDiff(worktree);
    const [, first = '', second = ''] = diff.split(/^diff --git .*\n/mu);
    expect(second).toContain('--- a/content/page.md');
    expect(applyUnified(page, second)).toBe(await worktree.read(file));
    expect(first).toContain('--- /dev/null');
    expect(await diffReport(worktree)).toContain('| `content/b.md` | added | 1 |');
    expect(await unifiedDiff(await open([]))).toBe('');
  });
});

it('writes regular files only, and leaves links and submodules out', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'worktree-'));
  try {
    const tree = memoryTree({
      [file]: page,
      '.gitignore': 'public\n',
      'content/escape': { link: '/etc' },
      'themes/x': { submodule: 'b'.repeat(40) },
    });
    const worktree = await openWorktree(tree, addPatches(emptyBundle, [anchor('Use', 'New.')]), config);
    const leftOut = await materialise(worktree, folder);
    expect(leftOut.map(({ path: name }) => name)).toEqual(['content/escape', 'themes/x']);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(['.gitignore', 'content', 'content/page.md']);
    expect(await readFile(path.join(folder, file), 'utf8')).toBe(await worktree.read(file));
  } finally {
    await rm(folder, { recursive: true });
  }
});
