import { describe, expect, it } from 'vitest';
import { readEntries } from './read-entries.ts';

const sha = 'a'.repeat(40);
const row = (mode: string, size: string, path: string): string => `${mode} blob ${sha} ${size.padStart(7)}\t${path}\0`;

describe('readEntries', () => {
  it('reads files, links and submodules in the order of their paths', () => {
    const output = row('100644', '3', 'b') + row('120000', '9', 'a') + `160000 commit ${sha}       -\tc\0`;
    expect(readEntries(Buffer.from(output))).toEqual([
      { path: 'a', mode: '120000', sha, size: 9 },
      { path: 'b', mode: '100644', sha, size: 3 },
      { path: 'c', mode: '160000', sha, size: null },
    ]);
  });

  it.each(['../x', 'a/../x', './x', '.git/config', 'a/.GIT/hooks/post-checkout', '/etc/passwd', 'a//b'])(
    'leaves out the name %s',
    (name) => expect(readEntries(Buffer.from(row('100644', '1', name)))).toEqual([]),
  );

  it('keeps names with newlines, tabs and bidirectional characters as they are', () => {
    const names = ['a\nb', 'a\tb', 'a\u202Eb', '..a', 'a..', '...'];
    const output = names.map((name) => row('100644', '1', name)).join('');
    expect(readEntries(Buffer.from(output)).map(({ path }) => path)).toEqual(names.toSorted());
  });

  it('keeps the first of two entries with one path', () => {
    const output = row('100644', '1', 'a') + row('120000', '2', 'a');
    expect(readEntries(Buffer.from(output))).toMatchObject([{ path: 'a', mode: '100644' }]);
  });

  it('reads modes of old versions of git as files, and ignores unknown ones', () => {
    const output = row('100664', '1', 'a') + row('040000', '1', 'b') + 'nonsense\0';
    expect(readEntries(Buffer.from(output))).toMatchObject([{ path: 'a', mode: '100644' }]);
  });
});
