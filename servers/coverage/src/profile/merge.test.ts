import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBranches, countLines, describeRanges, mergeCoverage, partialBranches, uncoveredRanges } from './index.ts';
import type { Coverage, FileCoverage } from './index.ts';
import { coverage } from './testing/arbitraries.ts';

const fileOf = (lines: Readonly<Record<number, number>>, path = 'a.ts'): FileCoverage => ({
  path,
  lines: Uint32Array.from(Object.keys(lines), Number),
  hits: Float64Array.from(Object.values(lines)),
  branches: [],
});
const coverageOf = (...files: readonly FileCoverage[]): Coverage => ({
  files: new Map(files.map((file) => [file.path, file])),
});

it('unites lines: covered if any profile covers it, and 60 of 100 with 50 of the same 100 are not 110 of 200', () => {
  const unit = fileOf(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [index + 1, index < 60 ? 1 : 0])));
  const integration = fileOf(
    Object.fromEntries(Array.from({ length: 100 }, (_, index) => [index + 1, index < 50 ? 0 : 2])),
  );
  const { files } = mergeCoverage([coverageOf(unit), coverageOf(integration, fileOf({ 7: 1 }, 'b.ts'))]);
  const file = files.get('a.ts');
  expect(file && countLines(file)).toEqual({ covered: 100, total: 100 });
  expect([...files.keys()]).toEqual(['a.ts', 'b.ts']);
});

describe('a merge', () => {
  it('does not depend on the order', () => {
    fc.assert(
      fc.property(coverage, coverage, (one, other) => {
        expect(mergeCoverage([one, other])).toEqual(mergeCoverage([other, one]));
      }),
    );
  });

  it('does not depend on the grouping', () => {
    fc.assert(
      fc.property(coverage, coverage, coverage, (one, two, three) => {
        const all = mergeCoverage([one, two, three]);
        expect(mergeCoverage([mergeCoverage([one, two]), three])).toEqual(all);
        expect(mergeCoverage([one, mergeCoverage([two, three])])).toEqual(all);
      }),
    );
  });

  it('with itself, or with nothing, changes nothing', () => {
    fc.assert(
      fc.property(coverage, (one) => {
        expect(mergeCoverage([one, one])).toEqual(one);
        expect(mergeCoverage([one, { files: new Map() }])).toEqual(one);
      }),
    );
  });

  it('covers exactly what any of its parts covers', () => {
    const linesOf = (where: Coverage, covered: boolean): Set<string> =>
      new Set(
        [...where.files.values()].flatMap(({ path, lines, hits }) =>
          [...lines].filter((_, index) => !covered || (hits[index] ?? 0) > 0).map((line) => `${path}:${line}`),
        ),
      );
    fc.assert(
      fc.property(coverage, coverage, (one, other) => {
        const merged = mergeCoverage([one, other]);
        for (const covered of [true, false]) {
          expect(linesOf(merged, covered)).toEqual(new Set([...linesOf(one, covered), ...linesOf(other, covered)]));
        }
      }),
    );
  });

  it('has rising lines and branches, none twice, and never covers more than there is', () => {
    fc.assert(
      fc.property(coverage, coverage, (one, other) => {
        for (const file of mergeCoverage([one, other]).files.values()) {
          expect([...file.lines]).toEqual([...new Set(file.lines)].toSorted((a, b) => a - b));
          expect(file.hits).toHaveLength(file.lines.length);
          for (const { covered, total } of [countLines(file), countBranches(file)])
            expect(covered).toBeLessThanOrEqual(total);
        }
      }),
    );
  });
});

it('shows uncovered lines as ranges; lines without code do not part them, lines that ran do', () => {
  const ranges = uncoveredRanges(fileOf({ 1: 1, 12: 0, 13: 0, 18: 0, 19: 4, 40: 0, 41: 1, 50: 0 }));
  expect(ranges).toEqual([
    { first: 12, last: 18 },
    { first: 40, last: 40 },
    { first: 50, last: 50 },
  ]);
  expect(describeRanges(ranges)).toBe('12-18, 40, 50');
  expect(describeRanges(ranges, 1)).toBe('12-18 and 2 more');
  expect(uncoveredRanges(fileOf({ 1: 1 }))).toEqual([]);
  expect(describeRanges([])).toBe('');
});

it('shows the lines with a way out that was never taken', () => {
  const branch = (line: number, way: number, taken: number) => ({ line, decision: 0, way, taken });
  const file = { ...fileOf({ 1: 1 }), branches: [branch(3, 0, 1), branch(3, 1, 0), branch(5, 0, 2), branch(9, 0, 0)] };
  expect(partialBranches(file)).toEqual([
    { line: 3, covered: 1, total: 2 },
    { line: 9, covered: 0, total: 1 },
  ]);
});
