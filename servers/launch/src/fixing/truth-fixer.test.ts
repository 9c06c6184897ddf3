import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCheckedRun } from '../testing/checked-run.ts';

const file = 'content/docs/page.md';
const fragments = [
  '---\n',
  'title: A b\n',
  '\n\n',
  '# H\n',
  '#### Deep\n',
  '[a](/docs/guide/)\n',
  '[r]: /docs/guide/\n',
  '![alt](a.png)\n',
  '{{< a >}}',
  '`code` ',
  '```json\n{\n```\n',
  '```\n',
  '\t* x\n',
  '> ## q\n',
  '| a | [b](c) |\n| - | - |\n',
  '| c | d |\n',
  '\r\n',
  '<b>bold</b> words. ',
  'One is 5. Two is not.',
  '- item. Other.\n  - child\n',
  '1. > Quote.\n',
  'Title\n===\n',
  '* * *\n',
  '**Bold. Words** here.',
  'a  \nb\n',
  '> lazy\ncontinued. End.\n',
  '- [ ] task\n',
  'Note[^1].\n\n[^1]: Foot note.\n',
  '&amp; &lt;x&gt; \\* y. ',
  'https://x.example/a.b. ',
];

it('the fixer of truth_lock leaves no issue on any new page', async () => {
  const pages = fc.array(fc.constantFrom(...fragments), { maxLength: 8 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(pages, async (body) => {
      const run = await createCheckedRun({ writes: { [file]: `---\ntitle: Widgets\n---\n\n${body}` } });
      for (let attempt = 0; attempt < 40; attempt += 1) {
        const [issue] = (await run.check('truth_lock')).issues;
        if (!issue) return;
        await run.fix('truth_lock', issue);
      }
      expect((await run.check('truth_lock')).issues).toEqual([]);
    }),
    { numRuns: repetitions({ atLeast: 30, full: 500 }) },
  );
});
