import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProfileProject, linesOf, readingOf } from '../testing/create-project.ts';
import type { ProfileProject } from '../testing/create-project.ts';

let project: ProfileProject;
beforeAll(async () => {
  project = await createProfileProject(['a.ts', 'b.ts', '{"},.ts']);
});
afterAll(() => project.remove());

const at = (line: unknown) => ({ start: { line, column: 0 }, end: { line, column: 9 } });
const entry = (path: string, counts: readonly number[], branches = {}) => ({
  path,
  statementMap: Object.fromEntries(counts.map((_, index) => [index, at(index + 1)])),
  s: Object.fromEntries(counts.entries()),
  ...branches,
});

const read = async (value: unknown, name = 'coverage-final.json') =>
  readingOf(await project.read(name, typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)));
const refusal = async (value: unknown) => {
  const result = await project.read('c.json', typeof value === 'string' ? value : JSON.stringify(value));
  if (!('code' in result)) throw new Error('it was read');
  return result.details;
};

it('reads statements and branches', async () => {
  const branches = {
    branchMap: {
      0: { loc: at(2), locations: [at(2), { start: {}, end: {} }] },
      1: { line: 3, locations: [at(9)] },
      2: { locations: [at(4)] },
    },
    b: { 0: [1, 0], 1: [0], 2: [5] },
  };
  const reading = await read({ 'a.ts': entry('a.ts', [1, 0, 7], branches) });
  expect(linesOf(reading, 'a.ts')).toBe('1:1 2:0 3:7');
  expect(reading.files.get('a.ts')?.branches).toEqual([
    { line: 2, decision: 0, way: 0, taken: 1 },
    { line: 2, decision: 0, way: 1, taken: 0 },
    { line: 3, decision: 1, way: 0, taken: 0 },
    { line: 4, decision: 2, way: 0, taken: 5 },
  ]);
});

it('gives a line the highest count of its statements', async () => {
  const file = { path: 'a.ts', statementMap: { 0: at(1), 1: at(1) }, s: { 0: 2, 1: 9 } };
  expect(linesOf(await read({ x: file }), 'a.ts')).toBe('1:9');
});

it('is not led astray by brackets, commas and quotes in names, nor by a name that comes twice', async () => {
  const odd = '{"},.ts';
  const text = `\uFEFF {${JSON.stringify(odd)}:${JSON.stringify(entry(odd, [1]))} , "b.ts":${JSON.stringify(entry('b.ts', [0]))},"b.ts":${JSON.stringify(entry('b.ts', [3]))}}\n`;
  const reading = await read(text);
  expect([linesOf(reading, odd), linesOf(reading, 'b.ts')]).toEqual(['1:1', '1:3']);
});

it('reads entries that lie across chunks', async () => {
  const text = `{"a.ts":${JSON.stringify({ ...entry('a.ts', [1, 2]), note: `"\\${'\\"'.repeat(300_000)}` })},"b.ts":${JSON.stringify(entry('b.ts', [4]))}}`;
  const reading = await read(text);
  expect([linesOf(reading, 'a.ts'), linesOf(reading, 'b.ts')]).toEqual(['1:1 2:2', '1:4']);
});

it('treats a branch with a negative count, as vitest writes some, as not taken', async () => {
  const reading = await read({ a: entry('a.ts', [1], { branchMap: { 0: { loc: at(1) } }, b: { 0: [4, -3] } }) });
  expect(reading.files.get('a.ts')?.branches.map(({ taken }) => taken)).toEqual([4, 0]);
  expect(reading.warnings).toMatchObject([{ kind: 'branch_negative', count: 1 }]);
});

it('reads an object with nothing in it as no files', async () => {
  expect((await read(' { } ')).files.size).toBe(0);
});

it.each([
  ['a summary', { total: { lines: { total: 1 } } }, /has no statementMap/],
  ['a profile of V8', { result: [] }, /is not an object/],
  ['a negative count', { a: entry('a.ts', [-1]) }, /the hit count of a statement is negative/],
  ['a fraction', { a: entry('a.ts', [0.5]) }, /not a whole number/],
  ['a count beyond 2^53', { a: entry('a.ts', [2 ** 53]) }, /not a whole number/],
  ['a statement without a count', { a: { path: 'a.ts', statementMap: { 0: at(1) }, s: {} } }, /not a whole number/],
  ['a statement without a line', { a: { path: 'a.ts', statementMap: { 0: at('x') }, s: { 0: 1 } } }, /has no line/],
  ['a line without end', { a: { path: 'a.ts', statementMap: { 0: at(1e9) }, s: { 0: 1 } } }, /higher than 10000000/],
  [
    'branches without counts',
    { a: entry('a.ts', [1], { branchMap: { 0: { loc: at(1) } }, b: {} }) },
    /no line number or no counts/,
  ],
  [
    'a branch with a fraction',
    { a: entry('a.ts', [1], { branchMap: { 0: { loc: at(1) } }, b: { 0: [-0.5] } }) },
    /negative/,
  ],
  ['a map that is a list', { a: { path: 'a.ts', statementMap: [], s: {} } }, /a statementMap is not an object/],
  ['a truncated file', '{"a":{"path":"a.ts"', /is truncated/],
  ['a comma too many', '{"a":{"statementMap":{},"s":{}},}', /not well-formed/],
  ['brackets that do not match', '{"a":{"statementMap":{},"s":{}}]', /not well-formed/],
  ['two objects', '{}{}', /not a JSON object/],
  ['brackets without end', `{"a":${'['.repeat(1_000_000)}`, /is truncated/],
  [
    'brackets without end that are closed',
    `{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`,
    /is not an object/,
  ],
])('refuses %s', async (_, value, reason) => {
  expect(await refusal(value)).toMatchObject({ format: 'istanbul', reason: expect.stringMatching(reason) });
});

it('refuses an entry that is longer than the limit', async () => {
  const text = `{"a":"${'x'.repeat(1_000_000)}"}`;
  expect(await project.read('c.json', text, { limits: { entryBytes: 1000 } })).toMatchObject({
    details: { reason: 'an entry is longer than 1000 bytes' },
  });
});
