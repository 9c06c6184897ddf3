import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import TitleReporter from '../scripts/title-reporter.mjs';
import { SlowFirst, slowFiles } from './setup/slow-first.ts';

const root = path.resolve(import.meta.dirname, '..');

describe('the order of test files', () => {
  const specification = (file: string, groupOrder: number) => ({
    moduleId: path.join(root, file),
    project: { name: `group ${groupOrder}`, config: { isolate: false, sequence: { groupOrder } } },
  });
  const sort = async (...files: readonly (readonly [file: string, groupOrder: number])[]) => {
    const cache = { getFileTestResults: () => undefined, getFileStats: () => undefined };
    const sequencer = new SlowFirst({ config: { root }, cache } as unknown as Vitest);
    const given = files.map((each) => specification(...each)) as unknown as TestSpecification[];
    return (await sequencer.sort(given)).map(({ moduleId }) => path.relative(root, moduleId));
  };
  const [slowest = '', second = ''] = slowFiles;

  it('names slow files that exist, each once', () => {
    expect(slowFiles.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    expect(new Set(slowFiles).size).toBe(slowFiles.length);
  });

  it('has the slow files of a group first, the slowest before all', async () => {
    expect(await sort(['tests/quick.test.ts', 1], [second, 1], [slowest, 1])).toEqual([
      slowest,
      second,
      'tests/quick.test.ts',
    ]);
  });

  it('never moves a file before those of an earlier group', async () => {
    expect(await sort([slowest, 1], ['tests/quick.test.ts', 0])).toEqual(['tests/quick.test.ts', slowest]);
  });
});

it('temporary files of a run are below one folder', () => {
  expect(tmpdir()).toBe(process.env['RECOURSE_TESTS_TMPDIR']);
});

it('the title reporter writes every title that is not skipped from the start', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-titles-'));
  const file = path.join(folder, 'titles.json');
  const before = process.env['RECOURSE_TITLES'];
  const test = (fullName: string, state: string) => ({ fullName, result: () => ({ state }) });
  try {
    process.env['RECOURSE_TITLES'] = file;
    const reporter = new TitleReporter();
    const tests = [test('a > runs', 'pending'), test('a > never runs', 'skipped')];
    reporter.onTestModuleCollected({ moduleId: '/x.test.ts', children: { allTests: () => tests } });
    reporter.onTestRunEnd();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([{ name: 'a > runs', file: '/x.test.ts' }]);
  } finally {
    if (before === undefined) delete process.env['RECOURSE_TITLES'];
    else process.env['RECOURSE_TITLES'] = before;
    rmSync(folder, { recursive: true });
  }
});
