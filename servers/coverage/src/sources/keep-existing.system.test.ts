import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Coverage, FileCoverage } from '../profile/index.ts';
import { keepExisting } from './keep-existing.ts';

const odd = ['src/x\u202Ey.js', '~home.js', 'a%2eb.js', 'src/C:x.js', 'src/a b.js', 'src/[id].js', '.cover/x.js'];
const makePipe = 'mkfifo';
let root: string;
const write = (name: string, text: string | Uint8Array): void => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};
beforeAll(() => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-sources-')));
  root = path.join(home, 'root');
  write('src/two.js', 'one\ntwo\n');
  write('src/other.js', 'one\ntwo\nthree');
  write('../outside/secret.js', 'secret\n'.repeat(100));
  write('.git/config', 'x\n'.repeat(100));
  for (const name of odd) write(name, 'one\ntwo\n');
  execFileSync(makePipe, [path.join(root, 'src/pipe.js')]);
  symlinkSync('two.js', path.join(root, 'src/link.js'));
  symlinkSync('src', path.join(root, 'folder'));
  symlinkSync('../outside/secret.js', path.join(root, 'src/out.js'));
  symlinkSync('nowhere.js', path.join(root, 'src/dangling.js'));
  write('src/huge.js', '');
  truncateSync(path.join(root, 'src/huge.js'), 257 * 1024 * 1024);
});
afterAll(() => rmSync(path.dirname(root), { recursive: true, force: true }));

const range = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);
const fileOf = (name: string, covered: readonly number[], missed: readonly number[] = []): FileCoverage => {
  const all = [...covered, ...missed].toSorted((one, other) => one - other);
  return {
    path: name,
    lines: Uint32Array.from(all),
    hits: Float64Array.from(all, (line) => (covered.includes(line) ? 1 : 0)),
    branches: all.map((line) => ({ line, decision: 0, way: 0, taken: 1 })),
  };
};
const profile = (...files: readonly FileCoverage[]): Coverage => ({
  files: new Map(files.map((file) => [file.path, file])),
});
const linesOf = ({ files }: Coverage): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries([...files].map(([name, { lines }]) => [name, [...lines]]));

describe('keepExisting', () => {
  it('drops lines beyond the end of a file, and their branches', async () => {
    const { coverage, leftOut } = await keepExisting(root, profile(fileOf('src/two.js', range(1000))));
    expect(linesOf(coverage)).toEqual({ 'src/two.js': [1, 2] });
    expect(coverage.files.get('src/two.js')?.branches).toHaveLength(2);
    expect(leftOut).toEqual({ files: 0, lines: 998 });
  });

  it.each([
    ['is not there', 'src/none.js'],
    ['has another letter case', 'SRC/two.js'],
    ['is a folder', 'src'],
    ['is below a file', 'src/two.js/x.js'],
    ['lies behind a link that leads out', 'src/out.js'],
    ['is a link to nothing', 'src/dangling.js'],
    ["is git's", '.git/config'],
    ['is a pipe', 'src/pipe.js'],
    ['is too large to be a source', 'src/huge.js'],
    ['has a blank at its end', 'src/two.js '],
  ])('drops a file that %s', async (_, name) => {
    const { coverage, leftOut } = await keepExisting(
      root,
      profile(fileOf(name, range(100)), fileOf('src/two.js', [1])),
    );
    expect(linesOf(coverage)).toEqual({ 'src/two.js': [1] });
    expect(leftOut.files).toBe(1);
  });

  it('counts files with unusual names, so that they cannot hide uncovered lines', async () => {
    const { coverage } = await keepExisting(root, profile(...odd.map((name) => fileOf(name, [1], [2, 3]))));
    expect(linesOf(coverage)).toEqual(Object.fromEntries(odd.map((name) => [name, [1, 2]])));
  });

  it('counts one file once, by whatever links it is named', async () => {
    const { coverage } = await keepExisting(
      root,
      profile(fileOf('src/link.js', [1]), fileOf('folder/two.js', [], [1]), fileOf('src/two.js', [], [1, 2])),
    );
    expect(linesOf(coverage)).toEqual({ 'src/two.js': [1, 2] });
    expect([...(coverage.files.get('src/two.js')?.hits ?? [])]).toEqual([1, 0]);
  });

  it('changes its digest with any byte of any file that the profile names, and with nothing else', async () => {
    const given = profile(fileOf('src/two.js', [1]), fileOf('src/other.js', [1]));
    const { digest } = await keepExisting(root, given);
    write('src/unnamed.js', 'x\n');
    expect((await keepExisting(root, given)).digest).toBe(digest);
    write('src/two.js', 'one\ntwO\n');
    expect((await keepExisting(root, given)).digest).not.toBe(digest);
    write('src/two.js', 'one\ntwo\n');
    expect((await keepExisting(root, given)).digest).toBe(digest);
    expect((await keepExisting(root, profile(fileOf('src/two.js', [1])))).digest).not.toBe(digest);
  });

  it('counts lines as an editor does', async () => {
    const ends = fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\u2029');
    const line = fc.stringMatching(/^[a-zé€]{0,5}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(line, ends), { maxLength: 8 }), line, async (parts, last) => {
        // An empty line between CR and LF would join them to one end.
        fc.pre(parts.every(([text], index) => text !== '' || index === 0 || parts[index - 1]?.[1] !== '\r'));
        write('src/lines.js', parts.flat().join('') + last);
        const { coverage } = await keepExisting(root, profile(fileOf('src/lines.js', range(20))));
        expect(coverage.files.get('src/lines.js')?.lines.length ?? 0).toBe(parts.length + (last === '' ? 0 : 1));
      }),
      { numRuns: 60 },
    );
  });
});
