import { describe, expect, it } from 'vitest';
import type { CitedSentence, Claim } from '../../artifacts.ts';
import { createClaim } from '../../claims/create-claim.ts';
import { createCheckedRun } from '../../testing/checked-run.ts';
import type { CheckedOptions } from '../../testing/checked-run.ts';

const file = 'content/docs/page.md';
const readme = [
  '# Widgets',
  '',
  'Widgets keep files for ten days.',
  'The cache holds at most 40 files.',
  'Sessions are not saved to disk.',
  'Read the [guide](https://widgets.test/guide).',
  'Version: 2.0.4',
  'License: MIT',
];
const claims = readme.flatMap((line, index): Claim[] => {
  const text = line.replaceAll(/[[\]]|\(http.*\)/gu, '');
  const source = { path: 'README.md', start_line: index + 1, end_line: index + 1 };
  return text === '' || text.startsWith('#') ? [] : [createClaim({ kind: 'prose', text, source }, readme)];
});
const idOf = (start: string): string => claims.find(({ text }) => text.startsWith(start))?.id ?? '';
const keep = idOf('Widgets keep');
const cache = idOf('The cache');

const pageOf = (body: string, front = 'title: Widgets'): string => `---\n${front}\n---\n\n${body}\n`;

interface Given extends CheckedOptions {
  readonly cited?: readonly CitedSentence[];
  readonly readme?: readonly string[];
}

const open = (text: string, { cited = [], readme: now = readme, ...options }: Given = {}) =>
  createCheckedRun({
    writes: { [file]: text },
    product: { 'README.md': now.join('\n') },
    ...options,
    artifacts: {
      'evidence_map.json': { schema_version: '1.0', ref: 'a'.repeat(40), claims },
      'citations.json': { schema_version: '1.0', pages: [{ path: file, sentences: cited }] },
      ...options.artifacts,
    },
  });

const check = async (text: string, given?: Given) => (await (await open(text, given)).check('truth_lock')).issues;

/** Fixes issues as a run does, until none is left or nothing changes. */
const repair = async (text: string, given?: Given) => {
  const run = await open(text, given);
  const found: string[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const [issue] = (await run.check('truth_lock')).issues;
    if (!issue) break;
    found.push(issue.code);
    await run.fix('truth_lock', issue);
  }
  const { issues } = await run.check('truth_lock');
  return { found, issues, page: await (await run.worktree()).read(file), citations: run.citations(), run };
};

const kept = 'Widgets keep files for ten days.';

describe('the truth_lock gate', () => {
  it('accepts sentences that follow from their claims', async () => {
    const other = 'Files are kept for 10 days.';
    expect(
      await check(pageOf(`${kept}\n\n- ${other}`), {
        cited: [
          { text: kept, claims: [keep] },
          { text: other, claims: [keep] },
        ],
      }),
    ).toEqual([]);
  });

  it.each<[string, string, CitedSentence['claims'], string]>([
    ['no citation', kept, [], 'GATE_TRUTHLOCK_UNCITED_FACT'],
    ['a wrong citation', kept, [cache], 'GATE_TRUTHLOCK_UNBACKED_FACT'],
    ['another number', 'Widgets keep files for five days.', [keep], 'GATE_TRUTHLOCK_CONTRADICTED_FACT'],
    ['a claim that does not exist', kept, ['claim_0000000000000000'], 'GATE_TRUTHLOCK_UNCITED_FACT'],
  ])('stops a sentence with %s', async (_, text, ids, code) => {
    const [issue, ...others] = await check(pageOf(`# Widgets\n\n${text}`), { cited: [{ text, claims: ids }] });
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ code, severity: 'blocker', path: file, line: 7, context: text });
  });

  it('stops a sentence whose lines have changed at the pinned commit', async () => {
    const now = readme.with(2, 'Widgets keep files for five days.');
    const [issue] = await check(pageOf(kept), { cited: [{ text: kept, claims: [keep] }], readme: now });
    expect(issue).toMatchObject({
      code: 'GATE_TRUTHLOCK_STALE_FACT',
      message: `'${file}' says '${kept}'. README.md:3 no longer contains '${kept}'.`,
    });
  });

  it('does not judge sentences that the page had before', async () => {
    const before = pageOf('Anything at all is said here.');
    const after = before.replace('said here.', 'said here. Sessions last long.');
    const issues = await check(after, { site: { [file]: before } });
    expect(issues.map(({ context }) => context)).toEqual(['Sessions last long.']);
  });

  it('judges the same words with another link', async () => {
    const text = 'Read the guide.';
    const cited = [{ text, claims: [idOf('Read')] }];
    expect(await check(pageOf('Read the [guide](https://widgets.test/guide).'), { cited })).toEqual([]);
    const body = 'Read the [guide](https://widgets.test/guide).\n\nRead the [guide](https://evil.test/).';
    expect(await check(pageOf(body), { cited })).toMatchObject([{ code: 'GATE_TRUTHLOCK_UNBACKED_FACT', line: 7 }]);
  });

  it('judges titles, headings and cells', async () => {
    const body = '## A fast heading\n\n| Sold units |\n|---|\n| 5000 |';
    const issues = await check(pageOf(body, 'title: The best widgets\ndescription: Cheap parts.'));
    expect(issues.map(({ context }) => context)).toEqual([
      'The best widgets',
      'Cheap parts.',
      'A fast heading',
      'Sold units',
      '5000',
    ]);
  });

  it.each(['local', 'ci', 'prod'] as const)('blocks in profile %s', async (validation_profile) => {
    const [issue] = await check(pageOf(kept), { config: { validation_profile } });
    expect(issue?.severity).toBe('blocker');
  });
});

describe('the fixer of truth_lock', () => {
  it.each<[string, CitedSentence['claims']]>([
    ['no citation', []],
    ['a wrong citation', [cache]],
  ])('cites the right claim for a sentence with %s, and leaves the page', async (_, ids) => {
    const text = pageOf(kept);
    const { found, issues, page, citations, run } = await repair(text, { cited: [{ text: kept, claims: ids }] });
    expect([found.length, issues, page]).toEqual([1, [], text]);
    expect(citations.pages).toEqual([{ path: file, sentences: [{ text: kept, claims: [keep] }] }]);
    expect(run.bundle().patches).toHaveLength(1);
  });

  it('cites two claims where one is not enough', async () => {
    const text = 'Widgets 2.0.4 has the MIT license.';
    const { issues, citations } = await repair(pageOf(text));
    expect(issues).toEqual([]);
    expect(citations.pages[0]?.sentences[0]?.claims.toSorted()).toEqual([idOf('Version'), idOf('License')].toSorted());
  });

  it.each<[string, string, Given, string]>([
    ['contradicted', `${kept} Sessions are saved to disk.`, { cited: [{ text: kept, claims: [keep] }] }, kept],
    ['unbacked', `- ${kept}\n- Widgets are free.`, { cited: [{ text: kept, claims: [keep] }] }, `- ${kept}`],
    ['stale', `${kept}\n\nThe cache holds at most 40 files.`, {}, kept],
    ['uncited', `${kept}\n\nWidgets are fast. Widgets are fast.`, {}, kept],
    ['a heading', `${kept}\n\n## Prices\n\nWidgets are free.`, {}, kept],
  ])('removes a sentence that nothing backs: %s', async (_, body, given, left) => {
    const now = readme.with(3, 'The cache holds at most 50 files.');
    const { issues, page } = await repair(pageOf(body), { ...given, readme: now });
    expect([issues, page]).toEqual([[], pageOf(left)]);
  });

  it('replaces titles and descriptions that nothing backs', async () => {
    const front = 'title: The best widgets\nlinkTitle: The best widgets\ndescription: Cheap parts.\nweight: 3';
    const { issues, page } = await repair(pageOf(kept, front));
    expect(issues).toEqual([]);
    expect(page).toBe(
      pageOf(kept, 'title: Widgets\nlinkTitle: Widgets\ndescription: Documentation of Widgets.\nweight: 3'),
    );
  });

  it('repairs a page that the site already had, and keeps the words of people', async () => {
    const before = pageOf('Our widgets are the best.\n\n## Prices\n\nThey are free.');
    const after = before.replace('They are free.', 'They are free. They are fast.');
    const { issues, page } = await repair(after, { site: { [file]: before } });
    expect([issues, page]).toEqual([[], before]);
  });

  it('does not fix a row that people edited', async () => {
    const before = pageOf('| Name | Price |\n|---|---|\n| Ours | low |');
    const after = before.replace('low', 'lowest of all');
    const { issues, page } = await repair(after, { site: { [file]: before } });
    expect([issues.map(({ context }) => context), page]).toEqual([['lowest of all'], after]);
  });

  it('finds a sentence that is longer than its record', async () => {
    const text = `Widgets are ${'very '.repeat(150)}cheap.`;
    const { found, issues, page } = await repair(pageOf(`${kept} ${text}`), {
      cited: [{ text: kept, claims: [keep] }],
    });
    expect([found.length, issues, page]).toEqual([1, [], pageOf(kept)]);
  });
});
