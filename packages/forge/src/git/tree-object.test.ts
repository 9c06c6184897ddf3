import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCommit, renderCommit } from './commit-object.ts';
import { parseTree, renderTree } from './tree-object.ts';

const sha = fc.stringMatching(/^[0-9a-f]{40}$/);

it('a tree is read as it was written, in the order of git', () => {
  const entry = fc.record({
    mode: fc.constantFrom('100644', '100755', '040000', '120000', '160000'),
    name: fc.stringMatching(/^[a-z.é-]{1,8}$/),
    sha,
  });
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ name }) => name }), (entries) => {
      const read = parseTree(renderTree(entries));
      expect(read).toHaveLength(entries.length);
      expect(new Set(read)).toEqual(new Set(entries));
      expect(renderTree(read)).toEqual(renderTree(entries));
    }),
  );
});

it('a commit is read as it was written', () => {
  const person = fc.record({
    name: fc.stringMatching(/^[A-Za-zé]{1,10}$/),
    email: fc.stringMatching(/^[a-z]{1,10}@x$/),
    atSeconds: fc.integer({ min: 0, max: 4e9 }),
    zone: fc.constantFrom('+0000', '-0730'),
  });
  const draft = fc.record({
    tree: sha,
    parents: fc.array(sha, { maxLength: 3 }),
    author: person,
    committer: person,
    message: fc.stringMatching(/^[a-z]+(\n\n[a-z\n]*[a-z])?$/),
  });
  fc.assert(
    fc.property(draft, (commit) => {
      expect(parseCommit('x', renderCommit(commit))).toEqual({ sha: 'x', ...commit });
    }),
  );
});
