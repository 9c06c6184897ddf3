import { describe, expect, it } from 'vitest';
import type { Draft, PagePlan } from '../artifacts.ts';
import type { GivenRunConfig } from '../config/run-config.ts';
import { patchBundleSchema } from '../patching/patch.ts';
import { openWorktree } from '../patching/open-worktree.ts';
import { memoryTree } from '../testing/memory-tree.ts';
import { testConfig } from '../testing/test-config.ts';
import { linkDrafts } from './link-drafts.ts';
import { mergeReportSchema } from './merge-report.ts';

type Files = Readonly<Record<string, string>>;

const record = 'content/.launch/widgets.en.json';
const guide = 'content/docs/widgets/guide.md';
const client = 'content/reference/widgets/client.md';
const draftOf = (title: string, ...sections: readonly string[]): string =>
  `---\ntitle: ${title}\n---\n\n${sections.join('\n\n')}\n`;
const first: Files = {
  [guide]: draftOf('Guide', 'Widgets are small.', '## Install\n\nnpm install widgets@1', '## Use\n\nCall open().'),
  [client]: draftOf('client', '## open\n\nOpens a widget.', '## close\n\nCloses the widget that open returned.'),
};

/** Launches drafts onto a site and returns the site after the merge of its pull request. */
const launch = async (site: Files, drafts: Files, changes: Partial<GivenRunConfig> = {}) => {
  const config = testConfig({ required_sections: ['docs', 'reference'], ...changes });
  const sectionOf = (path: string) => (path.includes('/docs/') ? ('docs' as const) : ('reference' as const));
  const pages = Object.entries(drafts).map(([path, content]) => ({ path, content, slug: path, title: path }));
  const plan: PagePlan = {
    schema_version: '1.0',
    pages: pages.map(({ path, slug, title }) => ({
      path,
      slug,
      title,
      section: sectionOf(path),
      role: 'guide',
      template: 'guide',
      links: [],
    })),
  };
  const written = (['docs', 'reference'] as const).map((section): Draft => ({
    schema_version: '1.0',
    section,
    pages: pages.filter(({ path }) => sectionOf(path) === section).map((page) => ({ ...page, sentences: [] })),
  }));
  const tree = memoryTree(site);
  const { bundle, report } = await linkDrafts({ tree, config, plan, drafts: written });
  patchBundleSchema.parse(bundle);
  mergeReportSchema.parse(report);
  const worktree = await openWorktree(tree, bundle, config);
  const after: Record<string, string> = {};
  for (const path of worktree.paths) after[path] = (await worktree.read(path)) ?? '';
  return { site: after, report, conflicts: worktree.conflicts, paths: bundle.patches.map(({ path }) => path) };
};

const change = (files: Files, path: string, from: string, to: string): Files => {
  const text = files[path] ?? '';
  if (!text.includes(from)) throw new Error(`'${path}' has no '${from}'`);
  return { ...files, [path]: text.replace(from, to) };
};
const without = (files: Files, ...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));

describe('a second launch', () => {
  it('records its drafts in one file of the site and has nothing to do on the same commit', async () => {
    const one = await launch({}, first);
    expect(one.paths).toEqual([guide, client, record]);
    expect(await launch(one.site, first)).toMatchObject({
      paths: [],
      conflicts: [],
      report: { pages: [], conflicts: [] },
    });
  });

  it('updates its own text, keeps edits, reports conflicts, and then has nothing to do', async () => {
    const { site } = await launch({}, first);
    const noted = change(site, guide, 'Widgets are small.', 'Widgets are small.\n\nAnn: order early.');
    const edited = change(noted, guide, 'Call open().', 'Call open() once.');
    const next = change(change(first, guide, 'widgets@1', 'widgets@2'), guide, 'Call open().', 'Call openAll().');
    const two = await launch(edited, next);
    expect(two.site[guide]).toBe(change(edited, guide, 'widgets@1', 'widgets@2')[guide]);
    expect(two.report.conflicts).toEqual([
      {
        path: guide,
        reason: 'both_changed',
        section: 'Use',
        line: 15,
        base: ['Call open().'],
        ours: ['Call openAll().'],
        theirs: ['Call open() once.'],
      },
    ]);
    const three = await launch(two.site, next);
    expect(three).toMatchObject({ paths: [], site: two.site, report: { conflicts: [] } });
    // The next change meets the same edit with the newer base.
    const four = await launch(two.site, change(next, guide, 'widgets@2', 'widgets@3'));
    expect(four.site[guide]).toContain('widgets@3');
    expect(four.site[guide]).toContain('Call open() once.');
    expect(four.site[guide]).toContain('Ann: order early.');
    expect(four.report.conflicts).toEqual([]);
  });

  it('offers its changes again after its pull request was reverted', async () => {
    const { site } = await launch({}, first);
    const edited = change(site, guide, 'Call open().', 'Call open() once.');
    const next = change(first, guide, 'widgets@1', 'widgets@2');
    const two = await launch(edited, next);
    // A revert takes back the pages and the record, and leaves later edits of people.
    const reverted = { ...edited, 'content/about.md': 'By Ann.\n' };
    expect((await launch(reverted, next)).site).toEqual({ ...two.site, 'content/about.md': 'By Ann.\n' });
    expect((await launch({ 'content/about.md': 'By Ann.\n' }, next)).paths).toEqual([guide, client, record]);
  });

  it('merges into pages of people that the first launch only added to', async () => {
    const own = draftOf('Guide', 'By Ann.', '## Thanks\n\nTo Bob.');
    const { site } = await launch({ [guide]: own }, first);
    expect(site[guide]).toContain('npm install widgets@1');
    const two = await launch(site, change(first, guide, 'widgets@1', 'widgets@2'));
    expect(two.site[guide]).toBe(site[guide]?.replace('widgets@1', 'widgets@2'));
    expect(two.site[guide]).toContain('To Bob.');
  });

  it('removes a section of a removed name, and keeps one that people edited', async () => {
    const { site } = await launch({}, first);
    const next = change(first, client, '\n\n## close\n\nCloses the widget that open returned.', '');
    const two = await launch(site, next);
    expect(two.site[client]).toBe(next[client]);
    expect(two.report.removed_sections).toEqual([{ path: client, section: 'close' }]);
    const edited = change(site, client, 'that open returned', 'that open() returned');
    const kept = await launch(edited, next);
    expect(kept.site[client]).toBe(edited[client]);
    expect(kept.report.conflicts).toMatchObject([{ reason: 'edited_and_dropped', section: 'close', ours: [] }]);
  });

  it('does not recreate a page that people deleted', async () => {
    const { site } = await launch({}, first);
    const next = change(first, guide, 'widgets@1', 'widgets@2');
    const two = await launch(without(site, guide), next);
    expect(two.paths).toEqual([]);
    expect(two.report.pages).toMatchObject([
      { path: guide, kind: 'deleted', reason: expect.stringContaining('new text is not published') },
    ]);
  });

  it('finds a page that people moved and names its place', async () => {
    const { site } = await launch({}, first);
    const now_at = 'content/handbook/start.md';
    const moved = { ...without(site, guide), [now_at]: site[guide] ?? '' };
    const two = await launch(moved, change(first, guide, 'widgets@1', 'widgets@2'));
    expect(two.paths).toEqual([]);
    expect(two.report.pages).toMatchObject([{ path: guide, kind: 'moved', now_at }]);
  });

  it('reports pages of removed names and keeps them unless it may delete them', async () => {
    const { site } = await launch({}, first);
    const next = without(first, client);
    const flagged = await launch(site, next);
    expect(flagged.paths).toEqual([]);
    expect(flagged.report.pages).toMatchObject([
      { path: client, kind: 'stale', edited: false, removed: false, reason: expect.stringContaining('open, close') },
    ]);
    const deleted = await launch(site, next, { stale_pages: 'delete' });
    expect(Object.keys(deleted.site)).toEqual([record, guide]);
    expect(deleted.report.pages).toMatchObject([{ path: client, removed: true }]);
    expect(await launch(deleted.site, next, { stale_pages: 'delete' })).toMatchObject({
      paths: [],
      report: { pages: [] },
    });
    const edited = change(site, client, 'Opens a widget.', 'Opens one widget.');
    const kept = await launch(edited, next, { stale_pages: 'delete' });
    expect(kept).toMatchObject({ paths: [], report: { pages: [{ path: client, edited: true, removed: false }] } });
  });

  it('gives a page the URL of the page that it replaces', async () => {
    const { site } = await launch({}, first);
    const renamed = 'content/docs/widgets/handbook.md';
    const next = { ...without(first, guide), [renamed]: (first[guide] ?? '').replace('widgets@1', 'widgets@2') };
    const two = await launch(site, next, { stale_pages: 'delete' });
    expect(two.site[guide]).toBeUndefined();
    expect(two.site[renamed]).toContain('aliases:\n  - /docs/widgets/guide/\n');
    expect(two.report.pages).toMatchObject([{ path: guide, kind: 'stale', removed: true, now_at: renamed }]);
    expect(await launch(two.site, next, { stale_pages: 'delete' })).toMatchObject({ paths: [] });
  });

  it('leaves pages of sections that it does not write', async () => {
    const { site } = await launch({}, first);
    const next = change(without(first, client), guide, 'widgets@1', 'widgets@2');
    const two = await launch(site, next, { required_sections: ['docs'], stale_pages: 'delete' });
    expect(two.paths).toEqual([guide, record]);
    expect(two.report.pages).toEqual([]);
    expect(await launch(two.site, { ...first, ...next })).toMatchObject({ paths: [], report: { pages: [] } });
  });

  it('keeps CRLF and a byte order mark that people gave a page', async () => {
    const { site } = await launch({}, first);
    const crlf = { ...site, [guide]: `\u{FEFF}${(site[guide] ?? '').replaceAll('\n', '\r\n')}` };
    const two = await launch(crlf, change(first, guide, 'widgets@1', 'widgets@2'));
    expect(two).toMatchObject({ conflicts: [], report: { conflicts: [] } });
    expect(two.site[guide]).toBe(crlf[guide]?.replace('widgets@1', 'widgets@2'));
  });
});

describe('a page that cannot be merged', () => {
  it.each([
    ['has front matter that cannot be read', '---\ntitle: [\n---\n\nText.\n'],
    ['has too many headings', '# a\n'.repeat(5000)],
    ['is too large', 'a '.repeat(200_000)],
  ])('is left as it is and reported if it %s', async (_, text) => {
    const { site } = await launch({}, first);
    const broken = { ...site, [guide]: text };
    const two = await launch(broken, change(first, guide, 'widgets@1', 'widgets@2'));
    expect(two).toMatchObject({
      paths: [],
      conflicts: [],
      report: { conflicts: [{ path: guide, reason: 'unmergeable' }] },
    });
    expect(two.site[guide]).toBe(text);
    // It is reported until it can be merged.
    const mended = await launch(site, change(first, guide, 'widgets@1', 'widgets@2'));
    expect(mended.report.conflicts).toEqual([]);
  });
});

describe('the record of a launch', () => {
  it('changes nothing if it is damaged, and says so', async () => {
    const { site } = await launch({}, first);
    const next = change(first, guide, 'widgets@1', 'widgets@2');
    for (const damage of ['{', '{}', (site[record] ?? '').replace(/"draft":"./, '"draft":"!')]) {
      const two = await launch({ ...site, [record]: damage }, next);
      expect(two).toMatchObject({ paths: [], report: { record_problem: `'${record}' is damaged` } });
    }
  });

  it('has one line for each page and changes only the lines of changed drafts', async () => {
    const one = await launch({}, first);
    const two = await launch(one.site, change(first, guide, 'widgets@1', 'widgets@2'));
    const before = (one.site[record] ?? '').split('\n');
    const after = (two.site[record] ?? '').split('\n');
    expect(after).toHaveLength(before.length);
    expect(after.filter((line, index) => line !== before[index])).toHaveLength(1);
  });

  it('is found again if the allowed paths change, and is omitted if only files may be written', async () => {
    const narrow = { allowed_paths: ['content/docs', 'content/reference'] };
    const one = await launch({}, first, narrow);
    expect(one.paths).toContain('content/docs/.launch/widgets.en.json');
    const edited = change(one.site, guide, 'Call open().', 'Call open() once.');
    const two = await launch(edited, change(first, guide, 'widgets@1', 'widgets@2'));
    expect(two.site[guide]).toContain('Call open() once.');
    expect(two.paths).toEqual([guide, record]);
    expect((await launch({}, first, { allowed_paths: [guide, client] })).paths).toEqual([guide, client]);
  });

  it('is not counted as a page by the budget', async () => {
    const { site } = await launch({}, first, { budgets: { max_files_changed: 2 } });
    expect(Object.keys(site)).toHaveLength(3);
  });
});
