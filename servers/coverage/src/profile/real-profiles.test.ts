import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countBranches, countLines, countMetric, describeRanges, uncoveredRanges } from './index.ts';
import type { ProfileReading } from './index.ts';
import { createProfileProject, linesOf } from './testing/create-project.ts';
import type { ProfileProject } from './testing/create-project.ts';

let project: ProfileProject;
beforeAll(async () => {
  project = await createProfileProject([
    'src/shop.js',
    'src/app/[id].js',
    'src/@scope/größe.js',
    'src/price.mjs',
    'test/shop.test.js',
    'py/shop/__init__.py',
    'py/shop/price.py',
    'c/shop.c',
    'go/shop.go',
    'go/internal/text/text.go',
    'java/src/main/java/com/example/shop/Price.java',
  ]);
  await project.write('go/go.mod', 'module example.com/shop\n\ngo 1.19\n');
});
afterAll(() => project.remove());

const shop = { lines: { covered: 6, total: 11 }, branches: { covered: 4, total: 7 } };

const countsOf = ({ files }: ProfileReading, path: string) => {
  const file = files.get(path);
  return file && { lines: countLines(file), branches: countBranches(file) };
};

/** The part that LCOV and JSON share: all but statements, and functions by their number alone. */
const sharedOf = ({ files }: ProfileReading) =>
  [...files.values()].map((file) => ({
    path: file.path,
    lines: file.lines,
    hits: file.hits,
    branches: file.branches,
    functions: countMetric(file, 'functions'),
  }));

/** Of Istanbul's reports, all four tell the same of lines; two of them only how many branches there are. */
describe.each(['nyc', 'jest'])('what %s has written', (tool) => {
  it.each(['info', 'json', 'cobertura.xml', 'clover.xml'])('is the same in %s', async (extension) => {
    const reading = await project.readReal(`${tool}.${extension}`);
    expect(reading.warnings).toEqual([]);
    expect([...reading.files.keys()].toSorted()).toEqual(['src/@scope/größe.js', 'src/app/[id].js', 'src/shop.js']);
    expect(countsOf(reading, 'src/shop.js')).toEqual(shop);
    expect(linesOf(reading, 'src/shop.js')).toBe('2:2 3:0 5:2 6:2 10:1 12:0 14:1 16:0 21:0 23:0 26:1');
  });

  it('has the same branches in LCOV and in JSON', async () => {
    const lcov = await project.readReal(`${tool}.info`);
    const json = await project.readReal(`${tool}.json`);
    expect(sharedOf(lcov)).toEqual(sharedOf(json));
    expect(lcov.files.get('src/shop.js')?.statements).toBeUndefined();
  });
});

it.each(['c8', 'vitest'])('reads the same lines and branches out of LCOV and JSON of %s', async (tool) => {
  const lcov = await project.readReal(`${tool}.info`);
  expect(lcov.warnings).toEqual([]);
  expect(lcov.files.size).toBeGreaterThan(0);
  expect(sharedOf(await project.readReal(`${tool}.json`))).toEqual(sharedOf(lcov));
  const cobertura = await project.readReal(`${tool}.cobertura.xml`);
  for (const path of lcov.files.keys()) expect(countsOf(cobertura, path)).toEqual(countsOf(lcov, path));
});

it('reads what node:test has written', async () => {
  const reading = await project.readReal('node-test.info');
  const file = reading.files.get('src/shop.js');
  expect(reading.warnings).toEqual([]);
  expect(file && describeRanges(uncoveredRanges(file))).toBe('3-4, 12, 16, 20-24');
});

it('reads what coverage.py has written, by its source folder', async () => {
  const reading = await project.readReal('coverage-py.cobertura.xml');
  expect(reading).toMatchObject({ format: 'cobertura', warnings: [] });
  expect(countsOf(reading, 'py/shop/price.py')).toEqual({
    lines: { covered: 7, total: 9 },
    branches: { covered: 3, total: 6 },
  });
  expect(countsOf(reading, 'py/shop/__init__.py')?.lines.total).toBe(0);
});

it('reads the LCOV of coverage.py, whose lines are unsorted and whose branches have line 0', async () => {
  const xml = await project.readReal('coverage-py.cobertura.xml');
  const lcov = await project.readReal('coverage-py.info');
  expect(linesOf(lcov, 'shop/price.py')).toBe(linesOf(xml, 'py/shop/price.py'));
  expect(countsOf(lcov, 'shop/price.py')?.branches).toEqual({ covered: 3, total: 6 });
});

it('reads what geninfo has written of C', async () => {
  expect(countsOf(await project.readReal('geninfo.info'), 'c/shop.c')).toEqual({
    lines: { covered: 6, total: 7 },
    branches: { covered: 3, total: 6 },
  });
});

it('reads what go test has written of two packages, each of which repeats the blocks of the other', async () => {
  const reading = await project.readReal('go-test.out');
  expect(reading).toMatchObject({ format: 'go', warnings: [] });
  expect([...reading.files.keys()]).toEqual(['go/shop.go', 'go/internal/text/text.go']);
  expect(linesOf(reading, 'go/internal/text/text.go')).toBe('3:1 4:1 5:1 6:1 7:1 8:1');
  const file = reading.files.get('go/shop.go');
  expect(file && describeRanges(uncoveredRanges(file))).toBe('14-15');
});

it('reads what JaCoCo has written, by the source folder that has the package', async () => {
  const reading = await project.readReal('jacoco.xml');
  expect(reading).toMatchObject({ format: 'jacoco', warnings: [] });
  expect(countsOf(reading, 'java/src/main/java/com/example/shop/Price.java')).toEqual({
    lines: { covered: 4, total: 6 },
    branches: { covered: 2, total: 4 },
  });
});
