import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMetric, mergeCoverage, metrics } from './index.ts';
import type { Coverage } from './index.ts';
import { createProfileProject, readingOf } from './testing/create-project.ts';
import type { ProfileProject } from './testing/create-project.ts';

let project: ProfileProject;
beforeAll(async () => {
  project = await createProfileProject(['a.js', 'a.go']);
  await project.write('go.mod', 'module example.com/own\n');
});
afterAll(() => project.remove());

const sharesOf = ({ files }: Coverage, path: string): string => {
  const file = files.get(path);
  const shares = metrics.map((metric) => file && countMetric(file, metric));
  return shares.map((counts) => `${counts?.covered}/${counts?.total}`).join(' ');
};

const go = (...blocks: readonly string[]): string =>
  ['mode: set', ...blocks.map((block) => `example.com/own/a.go:${block}`), ''].join('\n');
const lcov = (...records: readonly string[]): string =>
  ['SF:a.js', ...records, 'DA:1,1', 'end_of_record', ''].join('\n');

describe('statements', () => {
  it('of Go count by block, and once for blocks that several packages repeat', async () => {
    const text = go('1.1,4.2 3 1', '4.2,4.9 1 0', '6.1,9.2 5 0', '6.1,9.2 5 2', '10.1,10.3 0 1');
    expect(sharesOf(readingOf(await project.read('c.out', text)), 'a.go')).toBe('8/9 8/8 0/0 0/0');
  });

  it('of Go that are more than a block can have are refused', async () => {
    expect(await project.read('c.out', go('1.1,2.2 999999999 1'))).toMatchObject({ code: 'OP_PROFILE_INVALID' });
  });

  it('of Istanbul are told apart on one line', async () => {
    const at = (line: number, column: number) => ({ start: { line, column }, end: { line, column: column + 1 } });
    const entry = {
      path: 'a.js',
      statementMap: { 0: at(1, 0), 1: at(1, 5), 2: at(2, 0) },
      s: { 0: 1, 1: 0, 2: 0 },
      fnMap: { 0: { loc: at(1, 0) }, 1: { loc: at(2, 0) } },
      f: { 0: 1, 1: 0 },
    };
    const reading = readingOf(await project.read('c.json', JSON.stringify({ 'a.js': entry })));
    expect(sharesOf(reading, 'a.js')).toBe('1/3 1/2 0/0 1/2');
    expect(sharesOf(mergeCoverage([reading, reading]), 'a.js')).toBe('1/3 1/2 0/0 1/2');
  });
});

describe('functions of LCOV', () => {
  it.each([
    ['of two names', ['FN:1,one', 'FN:2,two', 'FNDA:1,one', 'FNDA:0,two'], '1/2'],
    ['of one name, by their order', ['FN:1,same', 'FN:9,same', 'FNDA:0,same', 'FNDA:3,same'], '1/2'],
    ['with an end and commas in the name', ['FN:1,4,f(a,b)', 'FNDA:2,f(a,b)'], '1/1'],
    ['with numbers', ['FNL:0,1,4', 'FNA:0,2,one', 'FNL:1,5', 'FNA:1,0,two'], '1/2'],
    ['without a count', ['FN:1,one'], '0/1'],
  ])('%s are counted', async (_, records, share) => {
    const reading = readingOf(await project.read('c.info', lcov(...records)));
    expect(sharesOf(reading, 'a.js').split(' ')[3]).toBe(share);
  });

  it.each(['FN:one', 'FNDA:x,one', 'FN:99999999999999999999,x'])('are refused as %s', async (record) => {
    expect(await project.read('c.info', lcov(record))).toMatchObject({ code: 'OP_PROFILE_INVALID' });
  });

  it('are united with those of another run', async () => {
    const [one, other] = await Promise.all([
      project.read('c.info', lcov('FN:1,one', 'FN:2,two', 'FNDA:1,one')),
      project.read('d.info', lcov('FN:1,one', 'FN:2,two', 'FNDA:1,two')),
    ]);
    expect(sharesOf(mergeCoverage([readingOf(one), readingOf(other)]), 'a.js').split(' ')[3]).toBe('2/2');
  });
});
