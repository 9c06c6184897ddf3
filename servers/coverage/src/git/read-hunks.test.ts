import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHunkReader } from './read-hunks.ts';

const diff = [
  'diff --git a/x.ts b/x.ts',
  '--- a/x.ts',
  '+++ b/x.ts',
  '@@ -2 +2,2 @@ function',
  '--- b/y.ts',
  '+++ b/y.ts',
  '+@@ -1 +1,9 @@',
  '@@ -9,2 +9,0 @@',
  '-gone',
  '-gone',
  '\\ No newline at end of file',
  'diff --git "a/\\303\\251.ts" "b/\\303\\251.ts"',
  'new file mode 100644',
  '--- /dev/null',
  '+++ "b/\\303\\251.ts"',
  '@@ -0,0 +1 @@',
  '+x',
  '',
].join('\n');

describe('createHunkReader', () => {
  it('reads the same result regardless of how the output is split', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: diff.length }), { maxLength: 12 }), (cuts) => {
        const reader = createHunkReader();
        const ends = [...cuts.toSorted((one, other) => one - other), diff.length];
        let from = 0;
        for (const to of ends) {
          reader.write(Buffer.from(diff.slice(from, to)));
          from = to;
        }
        const { files, added } = reader.end();
        expect([...files].map(([name, lines]) => [name, [...lines]])).toEqual([
          ['x.ts', [2, 3]],
          ['é.ts', [1]],
        ]);
        expect([...added]).toEqual(['é.ts']);
      }),
    );
  });
});
