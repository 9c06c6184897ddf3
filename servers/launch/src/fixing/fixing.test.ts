import { describe, expect, it } from 'vitest';
import { createCheckedRun } from '../testing/checked-run.ts';
import type { CheckedOptions } from '../testing/checked-run.ts';

const file = 'content/docs/page.md';
const page = (body: string, front = 'title: Widgets'): string => `---\n${front}\n---\n\n${body}\n`;
const contract: NonNullable<CheckedOptions['contract']> = {
  docs: {
    pages: 4,
    required: {
      weight: { type: 'number' },
      kind: { type: 'string', usual: 'guide' },
      description: { type: 'string' },
      tags: { type: 'array' },
      date: { type: 'date' },
    },
    optional: {},
  },
};
const complete = 'title: Widgets\nweight: 1\nkind: guide\ndescription: d\ntags: []\ndate: 2026-01-01';
const site = {
  'content/docs/guide.md': page('## Getting started\n\n## Next steps', complete),
  'content/docs/other.md': page('Text.', complete),
};

/** Fixes the issues of a gate one after another, as a run does, and returns the page. */
const repair = async (gate: string, text: string, options: CheckedOptions = {}) => {
  const run = await createCheckedRun({ site, contract, writes: { [file]: text }, ...options });
  const before = (await run.check(gate)).issues.length;
  let attempts = 0;
  for (let [issue] = (await run.check(gate)).issues; issue && attempts < 5; [issue] = (await run.check(gate)).issues) {
    if (!(await run.fix(gate, issue))) break;
    attempts += 1;
  }
  const worktree = await run.worktree();
  const left = (await run.check(gate)).issues.map(({ code, rule, context }) => [code, rule, context]);
  return { before, attempts, left, page: await worktree.read(file), conflicts: worktree.conflicts, run };
};

describe('fixers', () => {
  it.each([
    ['missing keys', 'frontmatter', page('Text.')],
    ['no front matter', 'frontmatter', 'Text.\n'],
    [
      'wrong types',
      'frontmatter',
      page('Text.', 'title: 1\nweight: "3"\nkind: [a]\ndescription: d\ntags: a, b\ndate: 20260102'),
    ],
    ['front matter that is not YAML', 'frontmatter', page('Text.', 'title: "A: b\nweight: 3\ntags: [a\nkind: guide')],
    ['front matter without an end', 'frontmatter', '---\ntitle: A\n\nText.\n'],
    ['tokens', 'template_tokens', page('Use __PRODUCT_NAME__, not {{ other }}.', 'title: __TITLE__ x')],
    ['an anchor', 'internal_links', page('[a](/docs/guide/#getting-startd)')],
    ['an anchor that nothing resembles', 'internal_links', page('[a](/docs/guide/#zzzzzzzzzz)')],
    ['an anchor of the same page', 'internal_links', page('[a](#uze)\n\n## Use')],
    ['a page', 'internal_links', page('[a](/docs/giude/)')],
    ['a relative page', 'internal_links', page('[a](../guid/ "Title") and [b][r]\n\n[r]: ../gide/')],
    ['a page in another folder', 'internal_links', page('[a](/kb/guide/)')],
    ['lint errors', 'markdown_lint', page('# A\n### Skipped\n\n\n\n*  item\n+ other\t\n```js\n1\n```\ntext ')],
  ])('repair %s', async (_what, gate, text) => {
    const { before, attempts, left, conflicts } = await repair(gate, text);
    expect(before).toBeGreaterThan(0);
    expect(attempts).toBeGreaterThan(0);
    expect([left, conflicts]).toEqual([[], []]);
  });

  it('keep the values that can be read', async () => {
    const { page: fixed } = await repair(
      'frontmatter',
      page('Body.', 'title: "A: b\nweight: 3\ntags: [a\nkind: guide'),
    );
    expect(fixed).toBe(
      '---\ntitle: "A: b"\nweight: 3\ntags:\n  - a\nkind: guide\ndescription: "Widgets: Widgets"\ndate: 1970-01-01\n---\n\nBody.\n',
    );
    const tokens = await repair('template_tokens', page('Use __PRODUCT_NAME__, not __OTHER__.'));
    expect(tokens.page).toBe(page('Use Widgets, not .'));
    const alone = await repair('template_tokens', page('__FIRST__\n\nUse it.\n\n__LAST__'));
    expect(alone.page).toBe(page('Use it.'));
  });

  it('repair pages that the site already had, and touch nothing else of them', async () => {
    const existing = page('Old\n\n\n\nwords.', complete);
    const {
      page: fixed,
      left,
      conflicts,
      run,
    } = await repair('markdown_lint', existing.replace('words.', 'words.\n\n* item\n+ other'), {
      site: { ...site, [file]: existing },
    });
    expect([left, conflicts]).toEqual([[], []]);
    expect(fixed).toContain('Old\n\n\n\nwords.');
    expect(run.bundle().patches.every(({ type }) => type !== 'create_file')).toBe(true);
  });

  it.each([
    ['a link that nothing resembles', 'internal_links', page('[a](/entirely/different/place/)')],
    ['an image without text', 'markdown_lint', page('![](a.png)')],
  ])('leave %s and the artifacts as they are', async (_what, gate, text) => {
    const { run } = await repair(gate, text);
    const fresh = await createCheckedRun({ site, contract, writes: { [file]: text } });
    expect([run.bundle(), run.diff()]).toEqual([fresh.bundle(), fresh.diff()]);
  });

  it('handle no issue without a page, and none of other gates', async () => {
    const run = await createCheckedRun({ site });
    expect(await run.fix('secrets', { code: 'GATE_SECRET_FOUND', severity: 'blocker', message: 'x', path: file })).toBe(
      false,
    );
    expect(await run.fix('internal_links', { code: 'GATE_LINK_BROKEN_ANCHOR', severity: 'error', message: 'x' })).toBe(
      false,
    );
  });

  it('name the patch that they changed by the same id', async () => {
    const { run } = await repair('template_tokens', page('__X__'));
    expect(run.bundle().patches.map(({ patch_id, type }) => [patch_id, type])).toEqual([['patch_001', 'create_file']]);
    expect(run.diff()).not.toContain('__X__');
  });
});
