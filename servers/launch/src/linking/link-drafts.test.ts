import { describe, expect, it } from 'vitest';
import type { Draft, PagePlan } from '../artifacts.ts';
import { openWorktree } from '../patching/open-worktree.ts';
import { memoryTree } from '../testing/memory-tree.ts';
import type { MemoryFile } from '../testing/memory-tree.ts';
import { testConfig } from '../testing/test-config.ts';
import { linkDrafts } from './link-drafts.ts';

const config = testConfig();
const path = 'content/docs/widgets.md';
const draft = '---\ntitle: Widgets\ndate: 2026-01-01\n---\n\n## Install\n\nRun it.\n\n## Use\n\nUse it.\n';

const link = async (files: Record<string, MemoryFile>, content = draft) => {
  const page = { section: 'docs' as const, slug: 'widgets', path, title: 'Widgets', role: 'overview', template: 't' };
  const plan: PagePlan = { schema_version: '1.0', pages: [{ ...page, links: [] }] };
  const drafts: Draft[] = [
    {
      schema_version: '1.0',
      section: 'docs',
      pages: [{ path, slug: 'widgets', title: 'Widgets', content, sentences: [] }],
    },
  ];
  const tree = memoryTree(files);
  const { bundle } = await linkDrafts({ tree, config, plan, drafts });
  const worktree = await openWorktree(tree, bundle, config);
  return {
    types: bundle.patches.filter((patch) => patch.path === path).map(({ type }) => type),
    conflicts: worktree.conflicts,
    page: await worktree.read(path),
  };
};

describe('linkDrafts', () => {
  it('creates a page that is not there, and changes nothing if it is equal', async () => {
    expect(await link({})).toEqual({ types: ['create_file'], conflicts: [], page: draft });
    expect(await link({ [path]: draft })).toMatchObject({ types: [], page: draft });
  });

  it('adds front matter and sections to an existing page, and keeps manual edits', async () => {
    const existing =
      '---\n# by hand\ntitle: Old\ndate: 2020-02-02\nowner: ann\n---\n\nIntro by Ann.\n\n## Use\n\nOld text.\n\n## Thanks\n\nTo Bob.\n';
    const linked = await link({ [path]: existing });
    expect(linked.conflicts).toEqual([]);
    expect(linked.types).toEqual(['update_frontmatter_keys', 'update_by_anchor', 'update_file_range']);
    expect(linked.page).toBe(
      '---\n# by hand\ntitle: Widgets\ndate: 2020-02-02\nowner: ann\n---\n\nIntro by Ann.\n\n## Use\n\nUse it.\n\n' +
        '## Thanks\n\nTo Bob.\n\n## Install\n\nRun it.\n',
    );
    // The next run on the merged page has nothing to do.
    expect(await link({ [path]: linked.page ?? '' })).toMatchObject({ types: [], conflicts: [] });
  });

  it('keeps the line ends of a page in CRLF, with and without a byte order mark', async () => {
    for (const mark of ['', '\u{FEFF}']) {
      const existing = `${mark}---\ntitle: Old\ndate: 2020-02-02\n---\n\nIntro.\n\n## Use\n\nOld text.\n`;
      const linked = await link({ [path]: existing.replaceAll('\n', '\r\n') });
      expect(linked.conflicts).toEqual([]);
      expect(linked.page).toBe(
        `${mark}---\ntitle: Widgets\ndate: 2020-02-02\n---\n\nIntro.\n\n## Use\n\nUse it.\n\n## Install\n\nRun it.\n`.replaceAll(
          '\n',
          '\r\n',
        ),
      );
      expect(await link({ [path]: linked.page ?? '' })).toMatchObject({ types: [], conflicts: [] });
    }
  });

  it.each([
    ['front matter that cannot be read', '---\ntitle: [\n---\n\n## Use\n', 'FRONT_MATTER_UNREADABLE'],
    ['front matter in JSON', '{\n  "title": "Old"\n}\n\nText.\n', 'FRONT_MATTER_UNREADABLE'],
    ['the same heading twice', '## Use\n\n1\n\n## Use\n\n2\n', 'ANCHOR_AMBIGUOUS'],
    ['binary content', Buffer.from([0, 255]), 'BINARY_TARGET'],
    ['too much text', 'a '.repeat(100_000), 'FILE_TOO_LARGE'],
  ])('makes patches that conflict for a page with %s, and leaves it as it is', async (_what, existing, reason) => {
    const linked = await link({ [path]: existing });
    expect(linked.conflicts).toMatchObject([{ path, conflict_reason: reason }]);
    expect(linked.page).toBe(typeof existing === 'string' ? existing : undefined);
  });

  it('omits pages that are not planned', async () => {
    const tree = memoryTree({});
    const pages = [{ path: 'content/x.md', slug: 'x', title: 'X', content: 'x', sentences: [] }];
    const drafts: Draft[] = [{ schema_version: '1.0', section: 'docs', pages }];
    const { bundle } = await linkDrafts({ tree, config, plan: { schema_version: '1.0', pages: [] }, drafts });
    expect(bundle.patches).toEqual([]);
  });
});
