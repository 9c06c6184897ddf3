import fc from 'fast-check';
import type { Branch, Coverage, FileCoverage } from '../index.ts';

/** Names that are kept exactly as they are; none of them is there. */
const name = fc.constantFrom(
  'a',
  'b.ts',
  '[id].ts',
  '@scope',
  'größe',
  'x y',
  '100%',
  'ünï',
  '日本',
  'ab:c',
  '~',
  '..x',
);
const filePath = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

const count = fc.oneof(fc.constant(0), fc.nat(20), fc.maxSafeNat());

const branch: fc.Arbitrary<Branch> = fc.record({
  line: fc.nat(30),
  decision: fc.nat(3),
  way: fc.nat(3),
  taken: count,
});

const keyOf = ({ line, decision, way }: Branch): number => (line * 10 + decision) * 10 + way;

const fileCoverage = (path: string): fc.Arbitrary<FileCoverage> =>
  fc
    .record({
      lines: fc.uniqueArray(fc.record({ line: fc.integer({ min: 1, max: 60 }), hits: count }), {
        selector: ({ line }) => line,
      }),
      branches: fc.uniqueArray(branch, { selector: keyOf, maxLength: 8 }),
    })
    .map(({ lines, branches }) => {
      const sorted = lines.toSorted((one, other) => one.line - other.line);
      return {
        path,
        lines: Uint32Array.from(sorted, ({ line }) => line),
        hits: Float64Array.from(sorted, ({ hits }) => hits),
        branches: branches.toSorted((one, other) => keyOf(one) - keyOf(other)),
      };
    });

export const coverage: fc.Arbitrary<Coverage> = fc
  .uniqueArray(filePath, { maxLength: 5 })
  .chain((paths) => fc.tuple(...paths.map(fileCoverage)))
  .map((files) => ({ files: new Map(files.map((file) => [file.path, file])) }));

/** LCOV as the real tools write it. */
export const writeLcov = ({ files }: Coverage): string => [...files.values()].map(writeFile).join('');

const writeFile = ({ path, lines, hits, branches }: FileCoverage): string =>
  [
    'TN:',
    `SF:${path}`,
    ...branches.map(({ line, decision, way, taken }) => `BRDA:${line},${decision},${way},${taken === 0 ? '-' : taken}`),
    `BRF:${branches.length}`,
    ...[...lines].map((line, index) => `DA:${line},${hits[index]}`),
    `LF:${lines.length}`,
    `LH:${hits.filter((hit) => hit > 0).length}`,
    'end_of_record\n',
  ].join('\n');
