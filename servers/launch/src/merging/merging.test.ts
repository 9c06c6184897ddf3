import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeLines } from './merge-lines.ts';
import { mergePage } from './merge-page.ts';

const page = (head: string, ...sections: readonly string[]): string =>
  `---\n${head}\n---\n\n${sections.join('\n\n')}\n`;
const base = page(
  'title: Tally\nweight: 10',
  'Counts things.',
  '## Install\n\nnpm install tally@1',
  '## Use\n\nCall it.\n\nRead it.',
);

const merge = (theirs: string, ours: string, from = base) => {
  const merged = mergePage({ base: from, theirs, ours });
  if (!merged) throw new Error('not readable');
  return merged;
};

describe('mergePage', () => {
  it('replaces regions that people did not edit, and keeps those that they did', () => {
    const theirs = base
      .replace('Read it.', 'Read it.\n\nAnn: mind the limits.')
      .replace('Counts things.', 'Counts all things.');
    const ours = base.replace('tally@1', 'tally@2').replace('weight: 10', 'weight: 20');
    const { content, conflicts } = merge(theirs, ours);
    expect(conflicts).toEqual([]);
    expect(content).toBe(theirs.replace('tally@1', 'tally@2').replace('weight: 10', 'weight: 20'));
  });

  it('reports lines that both sides changed, and leaves those of people', () => {
    const theirs = base.replace('Call it.', 'Call it twice.');
    const ours = base.replace('Call it.', 'Call it once.').replace('tally@1', 'tally@2');
    const { content, conflicts } = merge(theirs, ours);
    expect(content).toBe(theirs.replace('tally@1', 'tally@2'));
    expect(conflicts).toEqual([
      {
        reason: 'both_changed',
        section: 'Use',
        line: 14,
        base: ['Call it.'],
        ours: ['Call it once.'],
        theirs: ['Call it twice.'],
      },
    ]);
  });

  it('merges changes of neighbouring items and paragraphs, and not those of one paragraph', () => {
    const list = page('title: T', '- one\n- two', 'Text.');
    const theirs = list.replace('- two', '- two\n- three');
    expect(merge(theirs, list.replace('- two', '- zwei'), list)).toMatchObject({
      content: theirs.replace('- two', '- zwei'),
      conflicts: [],
    });
    const wrapped = page('title: T', 'The first half\nand the second.');
    const both = merge(wrapped.replace('first', '1st'), wrapped.replace('second', '2nd'), wrapped);
    expect(both.content).toBe(wrapped.replace('first', '1st'));
    expect(both.conflicts).toHaveLength(1);
  });

  it('does not restore sections that people deleted, even if the draft changes them', () => {
    const theirs = base.replace('## Install\n\nnpm install tally@1\n\n', '');
    expect(merge(theirs, base.replace('Read it.', 'Read on.')).content).toBe(theirs.replace('Read it.', 'Read on.'));
    expect(merge(theirs, base.replace('tally@1', 'tally@2')).content).toBe(theirs);
  });

  it('removes sections that the draft dropped, unless people edited them', () => {
    const ours = base.replace('## Install\n\nnpm install tally@1\n\n', '');
    const noted = base.replace('Read it.', 'Read it. Thanks.');
    expect(merge(noted, ours)).toEqual({
      content: ours.replace('Read it.', 'Read it. Thanks.'),
      conflicts: [],
      removed: ['Install'],
    });
    const edited = base.replace('tally@1', 'tally@1 --save');
    expect(merge(edited, ours)).toMatchObject({
      content: edited,
      conflicts: [{ reason: 'edited_and_dropped', section: 'Install' }],
    });
  });

  it('puts new sections where the draft has them, among those that people added', () => {
    const theirs = `${base}\n## Thanks\n\nTo Bob.\n`;
    const ours = base.replace('## Use', '## Configure\n\nSet it.\n\n## Use');
    expect(merge(theirs, ours).content).toBe(theirs.replace('## Use', '## Configure\n\nSet it.\n\n## Use'));
    const added = merge(`${base}\n## Errors\n\nBy Ann.\n`, `${base}\n## Errors\n\nBy the product.\n`);
    expect(added.content).toContain('By Ann.');
    expect(added).toMatchObject({ conflicts: [{ reason: 'both_added', section: 'Errors' }] });
  });

  it('follows a section whose heading people or the draft changed', () => {
    const theirs = base.replace('## Use', '## How to use it');
    const ours = base.replace('Read it.', 'Read on.').replace('## Install', '## Installation');
    expect(merge(theirs, ours)).toMatchObject({
      content: theirs.replace('Read it.', 'Read on.').replace('## Install', '## Installation'),
      conflicts: [],
    });
  });

  it('merges keys of the front matter by the same rules', () => {
    const was = page('title: Tally\nweight: 10\ntags: [a]\ndraft: true\nold: 1\ndate: 2026-01-01', 'Text.');
    const theirs = page(
      '# by Ann\ntitle: Tally!\nweight: 10\ntags: [a]\nold: 2\nowner: ann\ndate: 2026-01-01',
      'Text.',
    );
    const ours = page('title: Tally 2\nweight: 20\ndraft: false\nnew: x\ndate: 2026-02-02', 'Text.');
    const { content, conflicts } = merge(theirs, ours, was);
    expect(content).toBe(
      page('# by Ann\ntitle: Tally!\nweight: 20\nold: 2\nowner: ann\ndate: 2026-01-01\nnew: x', 'Text.'),
    );
    expect(conflicts.map(({ reason, base: [line] }) => [reason, line])).toEqual([
      ['both_changed', 'title: "Tally"'],
      ['edited_and_dropped', 'old: 1'],
    ]);
  });

  it.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\u{FEFF}${text}`],
    ['both', (text: string) => `\u{FEFF}${text.replaceAll('\n', '\r\n')}`],
  ])('keeps %s', (_, as) => {
    const theirs = base.replace('Read it.', 'Read it well.');
    const ours = base.replace('tally@1', 'tally@2');
    expect(merge(as(theirs), ours).content).toBe(as(theirs.replace('tally@1', 'tally@2')));
    expect(merge(as(base), ours).content).toBe(as(ours));
  });

  it('keeps TOML and a page without a line feed at its end', () => {
    const theirs = base.replace(/---\n[^]*?---\n/, '+++\ntitle = "Tally" # ours\nweight = 10\n+++\n').trimEnd();
    const { content } = merge(theirs, base.replace('weight: 10\n', '').replace('title: Tally', 'title: Tally 2'));
    expect(content).toContain('+++\ntitle = "Tally 2"');
    expect(content).not.toContain('weight');
    expect(merge(base.trimEnd(), base.replace('title: Tally', 'title: "Tally"')).content).toBe(base.trimEnd());
  });

  it('does not merge into front matter that cannot be read', () => {
    expect(mergePage({ base, theirs: '---\ntitle: [\n---\n', ours: base.replace('10', '20') })).toBeUndefined();
  });
});

const word = fc.constantFrom(
  'alpha',
  'beta',
  'gamma',
  'delta',
  '',
  '- item',
  '## Use',
  '## Install',
  '### Deep',
  '```',
  '> quote',
);
const lines = fc.array(word, { maxLength: 14 });
/** Edits lines: some lines are changed, removed or added. `tag` marks what this side wrote. */
const edited = (tag: string, kinds: readonly string[] = ['add', 'remove', 'change']) =>
  fc.array(fc.tuple(fc.nat(14), fc.constantFrom(...kinds)), { maxLength: 5 }).map(
    (edits) => (from: readonly string[]) =>
      edits.reduce<readonly string[]>((text, [at, kind], index) => {
        const place = Math.min(at, text.length);
        if (kind === 'remove') return text.toSpliced(place, 1);
        return text.toSpliced(place, kind === 'add' ? 0 : 1, `${tag} ${index}`);
      }, from),
  );
type Edit = (from: readonly string[]) => readonly string[];
const pagesOf = (from: readonly string[], people: Edit, run: Edit) => {
  const text = (body: readonly string[]) => `---\ntitle: T\n---\n\n${body.map((line) => `${line}\n`).join('')}`;
  return { base: text(from), theirs: text(people(from)), ours: text(run(from)) };
};
const versions = fc
  .tuple(lines, edited('people'), edited('run'))
  .map(([from, people, run]) => pagesOf(from, people, run));
const ownLines = (text: string, tag: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith(tag));

const numRuns = repetitions({ atLeast: 200, full: 2000 });

describe('the laws of merging', () => {
  it('loses no line that people wrote, and invents no line', () => {
    fc.assert(
      fc.property(versions, (given) => {
        const { content } = mergePage(given) ?? { content: '' };
        expect(ownLines(content, 'people').toSorted()).toEqual(ownLines(given.theirs, 'people').toSorted());
        const known = new Set([...given.theirs.split('\n'), ...given.ours.split('\n')]);
        expect(content.split('\n').filter((line) => !known.has(line))).toEqual([]);
        expect(content).not.toMatch(/^(?:<{7}|={7}|>{7}|\|{7})/m);
      }),
      { numRuns },
    );
  });

  it('adds every new line of the draft to the page or reports it, if people only added lines', () => {
    fc.assert(
      fc.property(lines, edited('people', ['add']), edited('run'), (from, people, run) => {
        const { content, conflicts } = mergePage(pagesOf(from, people, run)) ?? { content: '', conflicts: [] };
        const found = new Set([...content.split('\n'), ...conflicts.flatMap(({ ours }) => ours)]);
        expect(run(from).filter((line) => line.startsWith('run') && !found.has(line))).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('leaves the page if the draft is unchanged, and takes the draft if the page is', () => {
    fc.assert(
      fc.property(versions, ({ base: from, theirs, ours }) => {
        expect(mergePage({ base: from, theirs, ours: from })).toEqual({ content: theirs, conflicts: [], removed: [] });
        expect(mergePage({ base: from, theirs: from, ours })?.content).toBe(ours);
        expect(mergePage({ base: from, theirs: ours, ours })).toMatchObject({ content: ours, conflicts: [] });
      }),
      { numRuns },
    );
  });

  it('has nothing to do on its own result', () => {
    fc.assert(
      fc.property(versions, (given) => {
        const { content } = mergePage(given) ?? { content: '' };
        expect(mergePage({ base: given.ours, theirs: content, ours: given.ours })?.content).toBe(content);
      }),
      { numRuns },
    );
  });

  it('keeps the lines of people in every conflict and names where they are', () => {
    fc.assert(
      fc.property(lines, edited('people'), edited('run'), (from, people, run) => {
        const theirs = people(from);
        for (const { at, theirs: kept } of mergeLines(from, theirs, run(from)).conflicts) {
          expect(theirs.slice(at, at + kept.length)).toEqual(kept);
        }
      }),
      { numRuns },
    );
  });
});
