import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCheckedRun } from '../testing/checked-run.ts';

const file = 'content/docs/page.md';
const fragments = [
  '---\n',
  '+++\n',
  'title: A\n',
  'title = "A"\n',
  'tags: [a\n',
  'a: &a [*a]\n',
  '__proto__: {x: 1}\n',
  '\n',
  '# H\n',
  '#### Deep\n',
  '[a](/docs/gudie/#stat)\n',
  '[a](<../x y/>)\n',
  '[r]: /docs/gide/\n',
  '[x][r]\n',
  '![](%E0%A4%A)\n',
  '__TOKEN__ ',
  '{{ x }}',
  '{{< a >}}',
  '`__CODE__`',
  '```json\n{\n```\n',
  '```\n',
  '\t* x\n',
  '> ## q\n',
  '| a | [b](c) |\n| - | - |\n',
  '\r\n',
  '\u{FEFF}',
  '<script>',
  '$& $1 $`',
  'One is 5. Two is not.',
  '- item. Other.\n  - child\n',
  '1. > Quote.\n',
  'Title\n===\n',
];

it('gates and fixers end on every page, stay inside the fence and leave no conflict', async () => {
  const pages = fc.array(fc.constantFrom(...fragments), { maxLength: 14 }).map((parts) => parts.join(''));
  const gates = [
    'patches',
    'frontmatter',
    'template_tokens',
    'internal_links',
    'snippets',
    'truth_lock',
    'consistency',
    'secrets',
    'unsafe_content',
  ];
  await fc.assert(
    fc.asyncProperty(pages, fc.option(pages, { nil: undefined }), async (text, before) => {
      fc.pre(text !== before);
      const site = {
        'content/docs/guide.md': '---\ntitle: G\n---\n\n## Start\n',
        ...(before !== undefined && { [file]: before }),
      };
      const contract = { docs: { pages: 3, required: { weight: { type: 'number' as const } }, optional: {} } };
      const run = await createCheckedRun({ site, contract, writes: { [file]: text } });
      for (const gate of gates) {
        const { issues } = await run.check(gate);
        for (const issue of issues.slice(0, 2)) await run.fix(gate, issue);
      }
      const worktree = await run.worktree();
      expect(worktree.conflicts).toEqual([]);
      expect(worktree.touched.filter((path) => path !== file)).toEqual([]);
      expect(run.diff() === '').toBe(worktree.touched.length === 0);
    }),
    { numRuns: repetitions({ atLeast: 50, full: 1000 }) },
  );
});
