import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProfileProject, linesOf, readingOf } from '../testing/create-project.ts';
import type { ProfileProject } from '../testing/create-project.ts';

let project: ProfileProject;
beforeAll(async () => {
  project = await createProfileProject(['src/a.py', 'src/main.rs']);
});
afterAll(() => project.remove());

const python = {
  meta: { format: 2, version: '6.5.0', timestamp: '2030-01-01T00:00:00', branch_coverage: true },
  files: {
    'src/a.py': {
      executed_lines: [1, 2, 4],
      summary: { covered_lines: 3 },
      missing_lines: [5],
      excluded_lines: [9],
      executed_branches: [[2, 4]],
      missing_branches: [[2, -1]],
    },
  },
  totals: { covered_lines: 3 },
};

/** The same report with its members in another order, as tools that sort JSON write it. */
const reorderings = (report: object): readonly string[] => {
  const entries = Object.entries(report);
  return entries.map((_, index) =>
    JSON.stringify(Object.fromEntries([...entries.slice(index), ...entries.slice(0, index)])),
  );
};

/** As LLVM 14 writes them: a function with a branch that never ran, and a gap behind it. */
const rust = {
  data: [
    {
      files: [
        {
          filename: '/build/shop/src/main.rs',
          segments: [
            [1, 1, 3, true, true, false],
            [2, 8, 0, true, true, false],
            [3, 6, 3, true, false, false],
            [5, 2, 0, false, false, false],
            [7, 1, 0, true, true, false],
            [8, 2, 0, false, false, false],
          ],
          branches: [[1, 4, 1, 9, 2, 0, 0, 0, 4]],
        },
      ],
    },
  ],
  type: 'llvm.coverage.json.export',
  version: '2.0.1',
};

describe('the JSON report of coverage.py', () => {
  it('is known by its beginning, and gives lines and branches', async () => {
    const reading = readingOf(await project.read('coverage.json', JSON.stringify(python)));
    expect(reading.format).toBe('coverage-py');
    expect(linesOf(reading, 'src/a.py')).toBe('1:1 2:1 4:1 5:0');
    expect(reading.files.get('src/a.py')?.branches.map(({ taken }) => taken)).toEqual([0, 1]);
  });

  it('may have no branches', async () => {
    const { executed_branches: _, missing_branches: __, ...file } = python.files['src/a.py'];
    const text = JSON.stringify({ ...python, files: { 'src/a.py': file } }, null, 2);
    expect(readingOf(await project.read('coverage.json', text)).files.get('src/a.py')?.branches).toEqual([]);
  });

  it.each([
    ['a line below 1', { 'src/a.py': { executed_lines: [-1], missing_lines: [] } }],
    ['a fraction', { 'src/a.py': { executed_lines: [1.5], missing_lines: [] } }],
    ['no lists', { 'src/a.py': {} }],
    ['a file that is a list', { 'src/a.py': [] }],
    ['a branch without a target', { 'src/a.py': { executed_lines: [1], missing_lines: [], executed_branches: [[1]] } }],
  ])('is refused with %s', async (_, files) => {
    const result = await project.read('coverage.json', JSON.stringify({ meta: python.meta, files }));
    expect(result).toMatchObject({ code: 'OP_PROFILE_INVALID', details: { format: 'coverage-py' } });
  });

  it('is refused without files', async () => {
    const result = await project.read('coverage.json', JSON.stringify({ meta: python.meta }));
    expect(result).toMatchObject({ code: 'OP_PROFILE_INVALID' });
  });
});

describe('the JSON export of llvm-cov', () => {
  const paths = [{ from: '/build/shop', to: '.' }];

  it('gives each line the highest count of its regions', async () => {
    const reading = readingOf(await project.read('llvm.json', JSON.stringify(rust), { paths }));
    expect(reading.format).toBe('llvm-cov');
    expect(linesOf(reading, 'src/main.rs')).toBe('1:3 2:3 3:0 4:3 5:3 7:0 8:0');
    expect(reading.files.get('src/main.rs')?.branches.map(({ taken }) => taken)).toEqual([2, 0]);
  });

  it('is read at once if its regions are far apart', async () => {
    const segments = [
      [1, 1, 0, false, true, false],
      [9_999_999, 1, 2, true, true, false],
      [10_000_000, 1, 0, false, false, false],
    ];
    const files = Array.from({ length: 2000 }, () => ({ filename: 'src/main.rs', segments }));
    const reading = readingOf(await project.read('llvm.json', JSON.stringify({ data: [{ files }] })));
    expect(linesOf(reading, 'src/main.rs')).toBe('9999999:2 10000000:2');
  });

  it('takes any number of regions on one line', async () => {
    const segments = Array.from({ length: 200_000 }, (_, index) => [1, index + 1, index, true, true, false]);
    const text = JSON.stringify({ data: [{ files: [{ filename: 'src/main.rs', segments }] }] });
    expect(linesOf(readingOf(await project.read('llvm.json', text)), 'src/main.rs')).toBe('1:199999');
  });

  it.each([
    ['no data', { type: rust.type, data: {} }],
    ['a file without a name', { data: [{ files: [{ segments: [] }] }] }],
    ['a negative count', { data: [{ files: [{ filename: 'src/main.rs', segments: [[1, 1, -3, true, true]] }] }] }],
    [
      'a line beyond all lines',
      { data: [{ files: [{ filename: 'src/main.rs', segments: [[1e9, 1, 3, true, true]] }] }] },
    ],
  ])('is refused with %s', async (_, value) => {
    const result = await project.read('llvm.json', JSON.stringify(value), { format: 'llvm-cov' });
    expect(result).toMatchObject({ code: 'OP_PROFILE_INVALID' });
  });
});

describe('paths of another machine', () => {
  const lcov = (name: string): string => `SF:${name}\nDA:1,1\nend_of_record\n`;

  it.each([
    ['/home/runner/work/shop/src/a.py', { from: '/home/runner/work/shop', to: '.' }, 'src/a.py'],
    ['/ci/python/a.py', { from: '/ci/python', to: 'src' }, 'src/a.py'],
    ['D:\\ci\\shop\\src\\a.py', { from: 'd:/CI/shop', to: '.' }, 'src/a.py'],
  ])('%s is found with %j', async (name, mapping, file) => {
    const reading = readingOf(await project.read('other.info', lcov(name), { paths: [mapping] }));
    expect([...reading.files.keys()]).toEqual([file]);
  });

  it.each([
    ['/home/runner/other/src/a.py', { from: '/home/runner/work', to: '.' }],
    ['/home/runner/workshop/src/a.py', { from: '/home/runner/work', to: '.' }],
    ['/ci/../../etc/passwd', { from: '/ci', to: '.' }],
    ['/ci/a.py', { from: '/ci', to: '../outside' }],
    ['/ci/a.py', { from: 'ci', to: 'src' }],
  ])('%s is left out with %j', async (name, mapping) => {
    const reading = readingOf(await project.read('other.info', lcov(name), { paths: [mapping] }));
    expect(reading.files.size).toBe(0);
  });
});

it('recognises a report regardless of its first member', async () => {
  const llvm = { ...rust, cargo_llvm_cov: { version: '0.5.0', manifest_path: '/build/shop/Cargo.toml' } };
  for (const [format, report] of [
    ['coverage-py', python],
    ['llvm-cov', llvm],
  ] as const) {
    for (const text of reorderings(report)) {
      expect(readingOf(await project.read('report.json', text)).format).toBe(format);
    }
  }
});

it('recognises an Istanbul file under any name', async () => {
  const entry = { path: 'meta', statementMap: {}, fnMap: {}, branchMap: {}, s: {}, f: {}, b: {} };
  for (const name of ['meta', 'files', 'totals', 'data', 'type']) {
    const text = JSON.stringify({ [name]: { ...entry, path: name } });
    expect(readingOf(await project.read('coverage-final.json', text)).format).toBe('istanbul');
  }
});
