import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProfileProject, linesOf, readingOf } from '../testing/create-project.ts';
import type { ProfileProject } from '../testing/create-project.ts';

let project: ProfileProject;
beforeAll(async () => {
  project = await createProfileProject(['a.go', 'sub/b.go', 'tools/c.go', 'block/d.go', 'vendor/example.com/v/v.go']);
  await project.write('go.mod', '// The shop.\nmodule example.com/shop // of ours\n\ngo 1.19\n');
  await project.write('block/go.mod', 'module (\n\texample.com/block\n)\n');
  await project.write('tools/go.mod', 'module "example.com/shop/tools"\n');
});
afterAll(() => project.remove());

const read = async (blocks: readonly string[]) =>
  readingOf(await project.read('coverage.out', ['mode: set', ...blocks, ''].join('\n')));

it('finds files by the modules of the project, the nearest first', async () => {
  const names = [
    'example.com/shop/a.go',
    'example.com/shop/sub/b.go',
    'example.com/shop/tools/c.go',
    'example.com/block/d.go',
    './a.go',
  ];
  const reading = await read([...names, `${project.root}/sub/b.go`].map((name) => `${name}:1.1,1.2 1 1`));
  expect([...reading.files.keys()]).toEqual(['a.go', 'sub/b.go', 'tools/c.go', 'block/d.go']);
  expect(reading.warnings).toEqual([]);
});

it('ignores files of other modules and files outside the root', async () => {
  const names = [
    'fmt/print.go',
    'example.com/shopping/a.go',
    'example.com/shop/../../../x.go',
    '/etc/x.go',
    '_/etc/y.go',
  ];
  const { files, warnings } = await read(names.map((name) => `${name}:1.1,1.2 1 1`));
  expect(files.size).toBe(0);
  expect(warnings).toMatchObject([
    { kind: 'source_unknown', count: 2, line: 2 },
    { kind: 'outside_root', count: 3, line: 4 },
  ]);
});

it('counts a line as run if any of its blocks ran, and ignores blocks without statements', async () => {
  const reading = await read([
    './a.go:1.1,3.10 2 5',
    './a.go:3.10,5.2 1 0',
    './a.go:9.1,9.9 0 1',
    './a.go:1.1,3.10 2 0',
  ]);
  expect(linesOf(reading, 'a.go')).toBe('1:5 2:5 3:5 4:0 5:0');
});

it('reads concatenated profiles', async () => {
  const reading = await read(['./a.go:1.1,1.2 1 0', 'mode: atomic', './a.go:1.1,1.2 1 4']);
  expect(linesOf(reading, 'a.go')).toBe('1:4');
});

it('reads names with blanks and colons', async () => {
  expect([...(await read(['./a b:1.go:1.1,1.2 1 1'])).files.keys()]).toEqual(['a b:1.go']);
});

it.each([
  ['no header', './a.go:1.1,1.2 1 1', /does not begin with/, 1],
  ['an unknown mode', 'mode: some\n', /does not begin with/, 1],
  ['text', 'mode: set\nhello', /the start line of a block is not a whole number/, 2],
  ['half a block', 'mode: set\n./a.go:1.1,2', /not a block of a Go profile/, 2],
  ['more than a block', 'mode: set\n./a.go:1.1,2.2 1 1 1', /not a block of a Go profile/, 2],
  ['a negative count', 'mode: set\n./a.go:1.1,1.2 1 -1', /the hit count of a block is negative/, 2],
  ['a count beyond 2^53', 'mode: set\n./a.go:1.1,1.2 1 9007199254740993', /too large/, 2],
  ['an end before the beginning', 'mode: set\n./a.go:5.1,1.2 1 1', /ends before it begins/, 2],
  ['a block without end', 'mode: set\n./a.go:1.1,4000000000.2 1 1', /higher than 10000000/, 2],
])('refuses %s', async (_, text, reason, line) => {
  const result = await project.read('coverage.out', text, { format: 'go' });
  expect(result).toMatchObject({
    code: 'OP_PROFILE_INVALID',
    details: { line, reason: expect.stringMatching(reason) },
  });
});

it('refuses many blocks that together have more lines than the limit', async () => {
  const blocks = Array.from({ length: 100 }, (_, index) => `./a.go:${index + 1}.1,9000000.1 1 1`);
  expect(await project.read('coverage.out', `mode: set\n${blocks.join('\n')}`)).toMatchObject({
    details: { reason: 'it lists more than 20000000 source lines' },
  });
});
