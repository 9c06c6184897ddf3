import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Changes } from '../../git/index.ts';
import type { Coverage } from '../../profile/coverage.ts';
import type { HistoryEntry } from '../history/history.ts';
import { coverageOf, fileOf, policyOf } from '../testing/coverage-of.ts';
import { compareShares, linesToMeet, meets, percentOf } from './counts.ts';
import { evaluate } from './evaluate.ts';

const domain = (name: string, min?: number, match: readonly string[] = [`${name}/**`]) => ({
  name,
  match,
  ...(min !== undefined && { min }),
});

describe('a comparison', () => {
  it.each([
    [1599, 2000, 80, false],
    [1600, 2000, 80, true],
    [7995, 10_000, 79.95, true],
    [7994, 10_000, 79.95, false],
    [2, 3, 66.6666, true],
    [2, 3, 66.6667, false],
    [0, 1, 0, true],
    [0, 0, 100, true],
    [9_007_199_254_740_990, 9_007_199_254_740_991, 100, false],
  ])('%d of %d against %d: %s', (covered, total, minimum, expected) => {
    expect(meets({ covered, total }, minimum)).toBe(expected);
  });

  it('never rounds a percentage up, and shows 100 only for full coverage', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (one, other) => {
        const counts = { covered: Math.min(one, other), total: Math.max(one, other, 1) };
        expect(meets(counts, percentOf(counts))).toBe(true);
        expect(percentOf(counts) === 100).toBe(counts.covered === counts.total);
      }),
    );
  });

  it('reports exactly the number of lines that are needed', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), fc.integer({ min: 0, max: 1_000_000 }), (one, other, minimum) => {
        const counts = { covered: Math.min(one, other), total: Math.max(one, other) };
        const lines = linesToMeet(counts, minimum / 10_000);
        const after = (more: number): boolean => meets({ ...counts, covered: counts.covered + more }, minimum / 10_000);
        expect(after(lines)).toBe(true);
        if (lines > 0) expect(after(lines - 1)).toBe(false);
      }),
    );
  });

  it('orders shares as fractions', () => {
    expect(compareShares({ covered: 1, total: 3 }, { covered: 333_333, total: 1_000_000 })).toBe(1);
    expect(compareShares({ covered: 1, total: 2 }, { covered: 2, total: 4 })).toBe(0);
  });
});

describe('evaluate', () => {
  it('passes, warns and fails by domain, in the order of the policy', () => {
    const policy = policyOf({
      policy: {
        default: { min: 80 },
        domains: [domain('web', 50), { ...domain('core', 85), warn: 95 }, domain('api')],
      },
    });
    const verdict = evaluate(
      coverageOf({ 'core/a.ts': [9, 10], 'api/a.ts': [1599, 2000], 'web/a.ts': [5, 10] }),
      policy,
    );
    expect(verdict.passed).toBe(false);
    expect(verdict.domains).toEqual([
      { domain: 'web', covered: 5, total: 10, percent: 50, required: 50, status: 'PASS', requiredInherited: false },
      { domain: 'core', covered: 9, total: 10, percent: 90, required: 85, status: 'WARN', requiredInherited: false },
      {
        domain: 'api',
        covered: 1599,
        total: 2000,
        percent: 79.95,
        required: 80,
        status: 'FAIL',
        requiredInherited: true,
      },
    ]);
    expect(verdict.overall).toEqual({ covered: 1613, total: 2020, percent: 79.85 });
    expect(verdict.problems).toEqual([
      {
        code: 'OP_BELOW_THRESHOLD',
        details: {
          measured: 'domain',
          subject: 'api',
          percent: 79.95,
          required: 80,
          failing: [{ subject: 'api', percent: 79.95, required: 80 }],
        },
      },
    ]);
  });

  it('applies the strictest rule to each file', () => {
    const policy = policyOf({
      policy: { domains: [domain('src', 0)] },
      files: [
        { match: ['src/**'], min: 50 },
        { match: ['src/pay/*'], min: 95 },
      ],
    });
    const verdict = evaluate(
      coverageOf({ 'src/pay/b.ts': [94, 100], 'src/a.ts': [5, 10], 'src/pay/a.ts': [95, 100] }),
      policy,
    );
    expect(verdict.files.map(({ file, required, status }) => [file, required, status])).toEqual([
      ['src/a.ts', 50, 'PASS'],
      ['src/pay/a.ts', 95, 'PASS'],
      ['src/pay/b.ts', 95, 'FAIL'],
    ]);
    expect(verdict.problems).toMatchObject([{ details: { measured: 'file', subject: 'src/pay/b.ts' } }]);
  });

  it('applies failUnder to the whole, each file once, regardless of the requested domains', () => {
    const policy = policyOf({ policy: { domains: [domain('a', 0), domain('all', 0, ['**'])] } });
    const coverage = coverageOf({ 'a/x.ts': [10, 10], 'b/x.ts': [0, 10] });
    const verdict = evaluate(coverage, policy, { domains: ['a'], failUnder: 50.01 });
    expect(verdict.overall).toMatchObject({ covered: 10, total: 20 });
    expect(verdict.problems).toMatchObject([{ details: { measured: 'overall', percent: 50, required: 50.01 } }]);
    expect(verdict.left.domains).toEqual(['all']);
    expect(evaluate(coverage, policy, { failUnder: 50 }).passed).toBe(true);
  });

  it('lists everything below its minimum in one problem', () => {
    const policy = policyOf({ policy: { domains: [domain('a'), domain('b')] }, files: [{ match: ['**'], min: 90 }] });
    const verdict = evaluate(coverageOf({ 'a/x.ts': [1, 2], 'b/x.ts': [3, 4] }), policy, { failUnder: 99 });
    expect(verdict.problems).toHaveLength(1);
    expect(verdict.problems[0]?.details).toMatchObject({
      measured: 'overall',
      failing: [
        { subject: 'overall' },
        { subject: 'a' },
        { subject: 'b' },
        { subject: 'a/x.ts' },
        { subject: 'b/x.ts' },
      ],
    });
  });

  it('fails a domain that matches nothing, even with a minimum of 0', () => {
    const verdict = evaluate(
      coverageOf({ 'a/x.ts': [1, 1] }),
      policyOf({ policy: { domains: [domain('a'), domain('gone', 0, ['gone/**', 'x'])] } }),
    );
    expect(verdict.passed).toBe(false);
    expect(verdict.domains[1]).toMatchObject({ status: 'FAIL', total: 0 });
    expect(verdict.problems).toEqual([
      { code: 'OP_DOMAIN_EMPTY', details: { domain: 'gone', patterns: ['gone/**', 'x'] } },
    ]);
  });

  it.each([
    ['nothing', coverageOf({}), undefined],
    ['only what is excluded', coverageOf({ 'gen/x.ts': [1, 1] }), 1],
    ['files without lines', coverageOf({ 'a/x.ts': [0, 0] }), undefined],
  ])('answers OP_NOTHING_MEASURED to a profile of %s', (_, coverage: Coverage, excluded) => {
    const policy = policyOf({ policy: { default: { min: 0 } }, exclude: ['gen/**'] });
    expect(evaluate(coverage, policy, { profilePath: 'lcov.info' }).problems).toEqual([
      {
        code: 'OP_NOTHING_MEASURED',
        details: { path: 'lcov.info', ...(excluded !== undefined && { excluded_files: excluded }) },
      },
    ]);
  });

  it('lists unknown domains and similar names', () => {
    const policy = policyOf({ policy: { domains: [domain('core'), domain('payments')] } });
    expect(
      evaluate(coverageOf({ 'core/x.ts': [1, 1] }), policy, { domains: ['core', 'paymnets', 'zzz'] }).problems,
    ).toEqual([
      {
        code: 'OP_DOMAIN_UNKNOWN',
        details: { domains: ['paymnets', 'zzz'], available: ['core', 'payments'] },
        similar: ['payments'],
      },
    ]);
  });

  it('warns of files in no domain and in several', () => {
    const policy = policyOf({ policy: { domains: [domain('a', 0), domain('deep', 0, ['a/deep'])] } });
    const verdict = evaluate(
      coverageOf({ 'a/x.ts': [1, 1], 'a/deep/y.ts': [1, 1], 'z/b/x.ts': [0, 1], 'y.ts': [0, 1] }),
      policy,
    );
    expect(verdict.passed).toBe(true);
    expect(verdict.warnings).toEqual([
      { code: 'OP_FILES_UNASSIGNED', details: { count: 2, directories: ['.', 'z/b'] } },
      { code: 'OP_DOMAINS_OVERLAP', details: { count: 1, domains: ['a', 'deep'], directories: ['a/deep'] } },
    ]);
  });

  it.each([
    'src/a.test.ts',
    'src/a.spec.jsx',
    'src/__tests__/a.ts',
    'src/test/fake.js',
    'test/a.ts',
    'tests/a/b.py',
    'pkg/x_test.go',
    'pkg/test_x.py',
    'pkg/conftest.py',
    'src/a-test.mjs',
  ])('does not count the test %s in a domain of sources', (test) => {
    const coverage = coverageOf({ [test]: [9, 10], 'src/a.ts': [1, 2] });
    const verdict = evaluate(coverage, policyOf({ policy: { default: { min: 0 } } }));
    expect(verdict).toMatchObject({ overall: { covered: 1, total: 2 }, left: { excluded: [test] }, warnings: [] });
  });

  it.each([
    ['tests/**', 'tests/a.py'],
    ['./tests/...', 'tests/a.py'],
    ['**/*.test.ts', 'src/a.test.ts'],
    ['**/*.{test,spec}.ts', 'src/a.spec.ts'],
  ])('counts tests that the domain pattern %s matches explicitly', (pattern, test) => {
    const policy = policyOf({ policy: { default: { min: 0 }, domains: [{ name: 'tests', match: [pattern] }] } });
    const verdict = evaluate(coverageOf({ [test]: [9, 10] }), policy);
    expect(verdict).toMatchObject({ passed: true, overall: { covered: 9, total: 10 }, domains: [{ domain: 'tests' }] });
  });

  it.each(['src/contest.ts', 'src/latest.js', 'testing/a.ts', 'src/test.ts', 'src/tests/blood.py', 'src/attest_.go'])(
    'counts %s, whose name only looks like one of a test',
    (file) => {
      const verdict = evaluate(coverageOf({ [file]: [1, 2] }), policyOf({ policy: { default: { min: 0 } } }));
      expect(verdict.overall).toMatchObject({ total: 2 });
    },
  );

  it('omits files that the policy and the domain exclude', () => {
    const policy = policyOf({
      policy: { domains: [{ ...domain('a', 0), exclude: ['**/x.ts'] }] },
      exclude: ['**/*.gen.ts'],
    });
    const verdict = evaluate(coverageOf({ 'a/x.ts': [0, 5], 'a/y.ts': [2, 2], 'a/z.gen.ts': [0, 9] }), policy);
    expect(verdict.domains[0]).toMatchObject({ covered: 2, total: 2 });
    expect(verdict.overall.total).toBe(7);
    expect(verdict.left.excluded).toEqual(['a/z.gen.ts']);
  });
});

describe('annotations', () => {
  const annotations = new Map([
    ['a/ignored.ts', { ignore: true, domain: undefined }],
    ['a/moved.ts', { ignore: false, domain: 'b' }],
    ['a/lost.ts', { ignore: false, domain: 'nowhere' }],
  ]);
  const coverage = coverageOf({ 'a/ignored.ts': [0, 1], 'a/moved.ts': [0, 2], 'a/lost.ts': [0, 4], 'b/x.ts': [0, 8] });
  const totals = (enabled: boolean) => {
    const policy = policyOf({ policy: { domains: [domain('a', 0), domain('b', 0)] }, annotations: { enabled } });
    const verdict = evaluate(coverage, policy, { annotations });
    return [verdict.domains.map(({ total }) => total), verdict.left.ignored];
  };

  it('apply if the policy enables them', () => expect(totals(true)).toEqual([[4, 10], ['a/ignored.ts']]));
  it('are ignored if it does not', () => expect(totals(false)).toEqual([[7, 8], []]));
});

describe('changed lines', () => {
  const changes: Changes = {
    base: 'abc',
    files: new Map([
      ['a/x.ts', Uint32Array.of(1, 2, 9, 10, 11, 400)],
      ['a/new.ts', Uint32Array.of(1, 2, 3, 4)],
      ['a/unseen.ts', Uint32Array.of(1)],
      ['a/unseen.test.ts', Uint32Array.of(1)],
      ['a/readme.md', Uint32Array.of(1)],
      ['gen/x.ts', Uint32Array.of(1)],
    ]),
    added: new Set(['a/new.ts', 'a/unseen.ts']),
  };
  const coverage = coverageOf({ 'a/x.ts': [9, 10], 'a/new.ts': [2, 4], 'gen/x.ts': [0, 3] });
  const policy = (min?: number) =>
    policyOf({ policy: { default: { min: 60 } }, exclude: ['gen/**'], diff: { ...(min !== undefined && { min }) } });

  it('are counted if they are executable, and must meet the minimum for changes', () => {
    const { changedLines, problems, warnings } = evaluate(coverage, policy(75), { changes });
    expect(changedLines).toMatchObject({
      base: 'abc',
      covered: 5,
      total: 8,
      percent: 62.5,
      required: 75,
      status: 'FAIL',
      uncovered: [
        { file: 'a/new.ts', lines: [3, 4] },
        { file: 'a/x.ts', lines: [10] },
      ],
      newFiles: [{ file: 'a/new.ts', percent: 50, required: 75, status: 'FAIL' }],
      unmeasured: ['a/unseen.ts'],
    });
    expect(problems[0]?.details).toMatchObject({
      measured: 'changed_lines',
      failing: [{ subject: 'changed lines' }, { subject: 'a/new.ts' }],
    });
    expect(warnings).toContainEqual({ code: 'OP_CHANGES_UNMEASURED', details: { count: 1, files: ['a/unseen.ts'] } });
  });

  it('must meet the default minimum if there is no other, and each new file is judged separately', () => {
    const { changedLines, problems } = evaluate(coverage, policy(), { changes });
    expect(changedLines).toMatchObject({ required: 60, status: 'PASS' });
    expect(problems[0]?.details).toMatchObject({ measured: 'new_files', subject: 'a/new.ts', required: 60 });
  });

  it('pass if none of them is executable', () => {
    const only: Changes = { base: 'abc', files: new Map([['a/x.ts', Uint32Array.of(500)]]), added: new Set() };
    expect(evaluate(coverage, policy(100), { changes: only }).changedLines).toMatchObject({ total: 0, status: 'PASS' });
  });
});

describe('the ratchet', () => {
  const entry = (branch: string, more: Partial<HistoryEntry>): HistoryEntry => ({
    timestamp: '2026-01-01T00:00:00Z',
    branch,
    overall: 0,
    domains: {},
    ...more,
  });
  const policy = policyOf({ policy: { default: { min: 0 }, domains: [domain('a')] } });
  const run = (entries: readonly HistoryEntry[], covered: number, branch?: string) =>
    evaluate(coverageOf({ 'a/x.ts': [covered, 3000] }), policy, {
      ratchet: true,
      history: { entries },
      ...(branch !== undefined && { branch }),
    });

  it('compares exactly where counts were recorded', () => {
    const before = [entry('main', { overall: 66.66, counts: { covered: 2000, total: 3000 }, commit: 'abc' })];
    expect(run(before, 2000).passed).toBe(true);
    expect(run(before, 1999).problems).toEqual([
      {
        code: 'OP_RATCHET_VIOLATED',
        details: {
          percent: 66.63,
          previous_percent: 66.66,
          previous_at: '2026-01-01T00:00:00Z',
          previous_commit: 'abc',
        },
      },
    ]);
  });

  it('grants an entry of coverctl half of its last digit', () => {
    expect(run([entry('main', { overall: 66.7 })], 2000).passed).toBe(true);
    expect(run([entry('main', { overall: 66.7 })], 1999).passed).toBe(false);
  });

  it('prefers the same branch, otherwise uses the last entry of any', () => {
    const entries = [entry('work', { overall: 50 }), entry('main', { overall: 90 })];
    expect(run(entries, 1800, 'work')).toMatchObject({ passed: true, ratchet: { comparedWith: 'same_branch' } });
    expect(run(entries, 1800, 'other')).toMatchObject({ passed: false, ratchet: { comparedWith: 'other_branch' } });
    expect(run(entries, 1800).passed).toBe(false);
  });

  it('warns if there is nothing to compare with', () => {
    expect(run([], 0, 'main')).toMatchObject({
      passed: true,
      warnings: [{ code: 'OP_HISTORY_EMPTY', details: { branch: 'main' } }],
    });
  });

  it('shows how far each domain has come', () => {
    const domains = { a: { name: 'a', percent: 50.5, min: 0, status: 'PASS' } };
    expect(run([entry('main', { domains })], 1800).domains[0]?.delta).toBe(9.5);
  });
});

describe('laws of verdicts', () => {
  const path = fc.constantFrom('a/1.ts', 'a/2.ts', 'a/b/3.ts', 'c/4.ts', 'd.ts');
  const files = fc.dictionary(path, fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), { minKeys: 1 });
  const build = (given: Record<string, boolean[]>): Coverage => ({
    files: new Map(
      Object.entries(given).map(([name, ran]) => [
        name,
        { ...fileOf(name, 0, ran.length), hits: Float64Array.from(ran, Number) },
      ]),
    ),
  });
  const policy = policyOf({
    policy: { default: { min: 60 }, domains: [domain('a'), domain('b', 70, ['a/b']), domain('all', 50, ['**'])] },
    files: [{ match: ['a/**'], min: 40 }],
  });
  const changes: Changes = {
    base: 'x',
    files: new Map([
      ['a/1.ts', Uint32Array.of(1, 2, 3)],
      ['c/4.ts', Uint32Array.of(2)],
    ]),
    added: new Set(['c/4.ts']),
  };

  it('one more covered line lowers nothing and fails nothing', () => {
    fc.assert(
      fc.property(files, fc.nat(), fc.nat(), (given, which, line) => {
        const names = Object.keys(given);
        const name = names[which % names.length] ?? '';
        const ran = given[name] ?? [];
        const more = { ...given, [name]: ran.map((one, index) => one || index === line % ran.length) };
        const [before, after] = [
          evaluate(build(given), policy, { changes }),
          evaluate(build(more), policy, { changes }),
        ];
        const shares = (verdict: typeof before) => [
          verdict.overall,
          ...verdict.domains,
          ...verdict.files,
          ...(verdict.changedLines ? [verdict.changedLines, ...verdict.changedLines.newFiles] : []),
        ];
        const [earlier, later] = [shares(before), shares(after)];
        expect(later).toHaveLength(earlier.length);
        for (const [index, one] of earlier.entries()) {
          const other = later[index] ?? one;
          expect(compareShares(other, one)).toBeGreaterThanOrEqual(0);
          expect(other.percent).toBeGreaterThanOrEqual(one.percent);
          if ('status' in one && one.status === 'PASS') expect(other).toMatchObject({ status: 'PASS' });
        }
        if (before.passed) expect(after.passed).toBe(true);
      }),
    );
  });

  it('the order of a profile makes no difference', () => {
    fc.assert(
      fc.property(files, (given) => {
        const coverage = build(given);
        const turned: Coverage = { files: new Map([...coverage.files].toReversed()) };
        expect(evaluate(turned, policy, { changes })).toEqual(evaluate(coverage, policy, { changes }));
      }),
    );
  });
});
