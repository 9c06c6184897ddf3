import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countBranches } from '../index.ts';
import { createProfileProject, linesOf, readingOf } from '../testing/create-project.ts';
import type { ProfileProject } from '../testing/create-project.ts';

let project: ProfileProject;
beforeAll(async () => {
  project = await createProfileProject(['a.ts', 'b.ts']);
});
afterAll(() => project.remove());

const read = async (text: string | Uint8Array) => readingOf(await project.read('lcov.info', text));
const refusal = async (text: string | Uint8Array) => {
  const result = await project.read('lcov.info', text);
  if (!('code' in result)) throw new Error('it was read');
  return result.details;
};

it('merges repeated records of a file, with the highest count of each line', async () => {
  const reading = await read(
    'SF:a.ts\nDA:1,3\nDA:3,0\nend_of_record\nTN:x\nSF:./a.ts\nDA:2,1\nDA:3,5\nDA:1,1\nend_of_record\n',
  );
  expect(linesOf(reading, 'a.ts')).toBe('1:3 2:1 3:5');
  expect(reading.files.size).toBe(1);
});

it('keeps a file that is repeated a hundred thousand times as one', async () => {
  const reading = await read(
    `SF:a.ts\nDA:1,0\nDA:9,1\nend_of_record\n${'SF:a.ts\nDA:1,1\nend_of_record\n'.repeat(100_000)}`,
  );
  expect(linesOf(reading, 'a.ts')).toBe('1:1 9:1');
});

it('reads a file without a last line end, with Windows line ends, a byte order mark, comments and blank lines', async () => {
  const reading = await read(
    '\uFEFFTN:\r\n# made by hand\r\n\r\nSF:a.ts\r\nDA:1,2\r\n  \r\nLF:1\r\nLH:1\r\nend_of_record',
  );
  expect(linesOf(reading, 'a.ts')).toBe('1:2');
  expect(reading.warnings).toEqual([]);
});

it('reads branches: never reached, of exceptions, with a name instead of a number', async () => {
  const branches = ['5,0,0,-', '5,0,1,2', '5,e1,0,0', '6,0,jump to line 8,1', '6,0,a < b, c,0', '6,0,jump to line 8,0'];
  const reading = await read(`SF:a.ts\n${branches.map((branch) => `BRDA:${branch}\n`).join('')}end_of_record\n`);
  const file = reading.files.get('a.ts');
  expect(file?.branches.map(({ line, decision, taken }) => `${line}.${decision}:${taken}`).toSorted()).toEqual([
    '5.0:0',
    '5.0:2',
    '5.1:0',
    '6.0:0',
    '6.0:1',
  ]);
  expect(file && countBranches(file)).toEqual({ covered: 2, total: 5 });
});

it('counts harmless oddities', async () => {
  const reading = await read('SF:a.ts\nDA:0,1\nDA:1,1\nXYZ:1\nXYZ:2\nLF:7\nLH:1\nend_of_record\n');
  expect(reading.warnings).toEqual([
    {
      kind: 'line_zero',
      count: 1,
      line: 2,
      message: 'lines numbered 0 were ignored (1 in total, the first on line 2 of the profile)',
    },
    expect.objectContaining({ kind: 'record_unknown', count: 2, line: 4 }),
    expect.objectContaining({ kind: 'totals_differ', count: 1, line: 8 }),
  ]);
});

it('treats a branch with a negative count, as vitest writes some, as not taken', async () => {
  const reading = await read('SF:a.ts\nDA:1,4\nBRDA:1,0,0,4\nBRDA:1,0,1,-3\nBRF:2\nBRH:2\nend_of_record\n');
  expect(reading.files.get('a.ts')?.branches.map(({ taken }) => taken)).toEqual([4, 0]);
  expect(reading.warnings).toMatchObject([{ kind: 'branch_negative', count: 1, line: 4 }]);
});

it('reads an empty file as no files', async () => {
  expect((await read('')).files.size).toBe(0);
});

describe('refuses', () => {
  it.each([
    ['a negative count', 'DA:1,-1', 'the hit count of a line is negative', 2],
    ['a count that is none', 'DA:1,NaN', 'the hit count of a line is not a whole number', 2],
    ['a fraction', 'DA:1,1.5', 'the hit count of a line is not a whole number', 2],
    ['a count beyond 2^53', 'DA:1,9007199254740992', 'the hit count of a line is too large', 2],
    ['a count of a thousand digits', `DA:1,${'9'.repeat(1000)}`, 'the hit count of a line is too large', 2],
    ['a line without a count', 'DA:1', "'DA' has no count", 2],
    ['a line without a number', 'DA:,1', 'a line number is not a whole number', 2],
    ['a negative line', 'DA:-4,1', 'a line number is negative', 2],
    ['a line far beyond any file', 'DA:10000001,1', 'a line number is higher than 10000000', 2],
    ['more lines hit than found', 'LF:1\nLH:2', "'LH' is greater than 'LF'", 3],
    ['the same the other way round', 'LH:2\nLF:1', "'LH' is greater than 'LF'", 3],
    ['more branches hit than found', 'BRF:1\nBRH:2', "'BRH' is greater than 'BRF'", 3],
    ['a branch without a count', 'BRDA:1,0,0', "'BRDA' has no count", 2],
    ['a branch with a count that is none', 'BRDA:1,0,0,--1', 'the hit count of a branch is negative', 2],
    ['a branch with half a count below zero', 'BRDA:1,0,0,-0.5', 'the hit count of a branch is not a whole number', 2],
    ['a total that is none', 'LF:1x', 'a total is not a whole number', 2],
    ['text', 'hello', 'this line is not an LCOV record', 2],
    ['a file in a file', 'SF:b.ts', 'a file record starts before the previous one ends', 2],
    ['a file without a name', 'end_of_record\nSF:', "'SF' has no file name", 3],
  ])('%s', async (_, records, reason, line) => {
    expect(await refusal(`SF:a.ts\n${records}\nend_of_record\n`)).toEqual({
      path: 'lcov.info',
      format: 'lcov',
      reason,
      line,
    });
  });

  it('a truncated file', async () => {
    expect(await refusal('SF:a.ts\nDA:1,1\n')).toMatchObject({
      reason: expect.stringMatching('is truncated'),
      line: 2,
    });
  });

  it('lines and ends outside any file', async () => {
    expect(await refusal('TN:\nDA:1,1\n')).toMatchObject({ reason: 'a line does not belong to any file', line: 2 });
    expect(await refusal('BRDA:1,0,0,1\n')).toMatchObject({ reason: 'a branch does not belong to any file', line: 1 });
    expect(await refusal('TN:\nend_of_record\n')).toMatchObject({
      reason: "'end_of_record' has no preceding 'SF'",
      line: 2,
    });
  });

  it('a line of ten million bytes, whether or not it ends', async () => {
    const long = `SF:a.ts\nDA:1,1,${'x'.repeat(10_000_000)}`;
    expect(await refusal(long)).toMatchObject({ reason: 'a line is longer than 1048576 bytes', line: 2 });
    expect(await refusal(`${long}\nend_of_record\n`)).toMatchObject({ line: 2 });
  });
});

it('reads a line of almost a mebibyte that lies across chunks', async () => {
  const reading = await read(`SF:a.ts\nDA:1,1,${'x'.repeat(1_000_000)}\nDA:2,0\nend_of_record\n`);
  expect(linesOf(reading, 'a.ts')).toBe('1:1 2:0');
});
