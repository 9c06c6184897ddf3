import { describe, expect, it } from 'vitest';
import type { Coverage, FileCoverage } from '../../profile/coverage.ts';
import { policyOf } from '../testing/coverage-of.ts';
import { evaluate } from './evaluate.ts';

const unit = (line: number, weight: number, hits: number) => ({ key: `${line}`, line, weight, hits });

/** Two of three lines, one of two branches, five of six statements and one of one function. */
const fileOf = (path: string, more: Partial<FileCoverage> = {}): FileCoverage => ({
  path,
  lines: Uint32Array.of(1, 2, 3),
  hits: Float64Array.of(1, 1, 0),
  branches: [
    { line: 1, decision: 0, way: 0, taken: 1 },
    { line: 1, decision: 0, way: 1, taken: 0 },
  ],
  statements: [unit(1, 5, 1), unit(3, 1, 0)],
  functions: [unit(1, 1, 1)],
  ...more,
});
const coverageOf = (...files: readonly FileCoverage[]): Coverage => ({
  files: new Map(files.map((file) => [file.path, file])),
});

describe('the metric of a verdict', () => {
  it.each([
    ['statements', 83.33],
    ['lines', 66.66],
    ['branches', 50],
    ['functions', 100],
  ] as const)('is %s if the policy says so', (metric, percent) => {
    const verdict = evaluate(coverageOf(fileOf('a.ts')), policyOf({ metric }));
    expect(verdict).toMatchObject({ metric, overall: { percent }, domains: [{ percent }] });
    expect(verdict.passed).toBe(percent >= 80);
  });

  it.each([
    ['statements for Go', [fileOf('a.go'), fileOf('b.go')], 'statements'],
    ['lines for JavaScript', [fileOf('a.js')], 'lines'],
    ['lines for Go beside another language', [fileOf('a.go'), fileOf('a.js')], 'lines'],
    ['lines for nothing', [], 'lines'],
  ] as const)('is by default %s', (_, files, metric) => {
    expect(evaluate(coverageOf(...files), policyOf({})).metric).toBe(metric);
  });

  it('does not treat a domain without branches as empty', () => {
    const domains = [
      { name: 'a', match: ['a'] },
      { name: 'b', match: ['b'] },
    ];
    const policy = policyOf({ metric: 'branches', policy: { default: { min: 50 }, domains } });
    const verdict = evaluate(coverageOf(fileOf('a/a.ts'), fileOf('b/b.ts', { branches: [] })), policy);
    expect(verdict).toMatchObject({ passed: true, domains: [{ status: 'PASS' }, { status: 'PASS', total: 0 }] });
  });

  it('decides which entry of the history the ratchet compares with', () => {
    const entry = { timestamp: '2030-01-01T00:00:00Z', domains: {} };
    const history = {
      entries: [
        { ...entry, overall: 60, metric: 'statements' as const },
        { ...entry, overall: 99 },
      ],
    };
    const ratchet = { ratchet: true, history };
    expect(evaluate(coverageOf(fileOf('a.go')), policyOf({}), ratchet).ratchet).toMatchObject({ status: 'PASS' });
    expect(evaluate(coverageOf(fileOf('a.ts')), policyOf({}), ratchet).ratchet).toMatchObject({ status: 'FAIL' });
  });
});
