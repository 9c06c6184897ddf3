import { describe, expect, it } from 'vitest';
import { coverageOf, policyOf } from '../testing/coverage-of.ts';
import { evaluate } from '../verdict/evaluate.ts';
import { compareCoverage } from './compare-coverage.ts';
import { debt } from './debt.ts';
import { suggest } from './suggest.ts';

const domain = (name: string, min: number, match: readonly string[] = [`${name}/**`]) => ({ name, min, match });

describe('debt', () => {
  it('counts the lines that are needed, not all uncovered lines', () => {
    const policy = policyOf({ policy: { domains: [domain('a', 80), domain('b', 10)] } });
    const found = debt(coverageOf({ 'a/x.ts': [1, 10], 'a/y.ts': [60, 90], 'b/x.ts': [5, 10] }), policy);
    expect(found).toEqual({
      items: [
        {
          name: 'a',
          type: 'domain',
          current: 61,
          required: 80,
          shortfall: 19,
          lines: 19,
          where: [
            { file: 'a/y.ts', uncovered: 30, ranges: [{ first: 61, last: 90 }] },
            { file: 'a/x.ts', uncovered: 9, ranges: [{ first: 2, last: 10 }] },
          ],
        },
      ],
      totalDebt: 19,
      totalLines: 19,
      healthScore: 50,
    });
  });

  it('does not count a line of a file twice for its domain', () => {
    const policy = policyOf({
      policy: { domains: [domain('a', 50)] },
      files: [
        { match: ['a/x.ts'], min: 100 },
        { match: ['z/x.ts'], min: 100 },
      ],
    });
    const found = debt(coverageOf({ 'a/x.ts': [0, 4], 'a/y.ts': [0, 6], 'z/x.ts': [0, 3] }), policy);
    expect(found.items.map(({ name, lines }) => [name, lines])).toEqual([
      ['a/x.ts', 4],
      ['z/x.ts', 3],
      ['a', 5],
    ]);
    expect(found.totalLines).toBe(8);
  });

  it('is empty if every minimum is met', () => {
    const policy = policyOf({ policy: { domains: [domain('a', 50)] } });
    expect(debt(coverageOf({ 'a/x.ts': [1, 2] }), policy)).toMatchObject({
      items: [],
      totalLines: 0,
      healthScore: 100,
    });
  });
});

describe('suggest', () => {
  const results = evaluate(
    coverageOf({ 'high/x': [973, 1000], 'low/x': [20, 100], 'kept/x': [90, 100] }),
    policyOf({ policy: { domains: [domain('high', 80), domain('low', 0), domain('kept', 89.5), domain('empty', 0)] } }),
  ).domains;

  it.each([
    ['current', [95, 18, 89.5]],
    ['aggressive', [95, 25, 95]],
    ['conservative', [92, 15, 89.5]],
  ] as const)('%s', (strategy, expected) => {
    expect(suggest(results, strategy).map(({ suggestedMin }) => suggestedMin)).toEqual(expected);
  });

  it('never goes below the current minimum, even for a failing domain', () => {
    const failing = evaluate(
      coverageOf({ 'a/x': [1, 10] }),
      policyOf({ policy: { domains: [domain('a', 80)] } }),
    ).domains;
    expect(suggest(failing, 'conservative')).toMatchObject([{ currentMin: 80, suggestedMin: 80, currentPercent: 10 }]);
  });
});

describe('compareCoverage', () => {
  it('classifies files and domains exactly as better, worse or unchanged', () => {
    const policy = policyOf({
      policy: { domains: [domain('a', 0), domain('b', 0), domain('c', 0)] },
      exclude: ['a/gen.ts'],
    });
    const base = coverageOf({
      'a/up.ts': [100_000, 200_000],
      'a/same.ts': [1, 2],
      'a/down.ts': [3, 4],
      'a/gone.ts': [1, 1],
      'a/gen.ts': [0, 9],
      'b/x.ts': [1, 2],
    });
    const head = coverageOf({
      'a/up.ts': [100_001, 200_000],
      'a/same.ts': [2, 4],
      'a/down.ts': [1, 4],
      'a/new.ts': [0, 1],
      'b/x.ts': [1, 2],
      'c/x.ts': [1, 1],
    });
    expect(compareCoverage(base, head, policy)).toEqual({
      baseOverall: 50,
      headOverall: 50,
      delta: 0,
      improved: [{ file: 'a/up.ts', basePct: 50, headPct: 50, delta: 0 }],
      regressed: [{ file: 'a/down.ts', basePct: 75, headPct: 25, delta: -50 }],
      unchanged: 2,
      added: ['a/new.ts', 'c/x.ts'],
      removed: ['a/gone.ts'],
      domains: [
        { domain: 'a', basePct: 50, headPct: 49.99, delta: -0.01, direction: 'regressed' },
        { domain: 'b', basePct: 50, headPct: 50, delta: 0, direction: 'unchanged' },
      ],
    });
  });
});
