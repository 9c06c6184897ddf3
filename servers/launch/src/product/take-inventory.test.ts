import { RunError } from '@recourse/runs';
import { describe, expect, it } from 'vitest';
import { memoryTree } from '../testing/memory-tree.ts';
import { testConfig } from '../testing/test-config.ts';
import { takeInventory } from './take-inventory.ts';

const kinds = async (files: Parameters<typeof memoryTree>[0], exclude: string[] = []) => {
  const config = testConfig({ ingestion: { exclude_patterns: exclude } });
  const { files: found, skipped } = await takeInventory(memoryTree(files), config);
  return {
    kinds: Object.fromEntries(found.map(({ path, kind }) => [path, kind])),
    skipped: Object.fromEntries(skipped.map(({ path, reason }) => [path, reason])),
  };
};

describe('takeInventory', () => {
  it('tells the kind of a file by its path and content', async () => {
    const found = await kinds({
      'README.md': '',
      'package.json': '{}',
      'LICENSE-MIT': '',
      'CHANGES.rst': '',
      'docs/guide.md': '',
      'examples/a.py': '',
      'src/a.go': '',
      'src/a_test.go': '',
      'src/__tests__/b.ts': '',
      'logo.png': '',
      data: new Uint8Array([1, 0, 2]),
      Makefile: 'all:',
    });
    expect(found.kinds).toEqual({
      'README.md': 'readme',
      'package.json': 'manifest',
      'LICENSE-MIT': 'license',
      'CHANGES.rst': 'changelog',
      'docs/guide.md': 'doc',
      'examples/a.py': 'example',
      'src/a.go': 'source',
      'src/a_test.go': 'test',
      'src/__tests__/b.ts': 'test',
      'logo.png': 'binary',
      data: 'binary',
      Makefile: 'other',
    });
  });

  it('records links, submodules, foreign code, unreadable names and excluded files without reading them', async () => {
    const { skipped } = await kinds(
      {
        'README.md': '',
        link: { link: '/etc/passwd' },
        sub: { submodule: 'b'.repeat(40) },
        'node_modules/a/index.js': '',
        'left\u202Eright.md': '',
        'line\nbreak.md': '',
        'docs/secret/a.md': '',
        'a.gen.ts': '',
      },
      ['docs/secret', '*.gen.ts'],
    );
    expect(skipped).toEqual({
      link: 'symbolic link',
      sub: 'submodule',
      'node_modules/a/index.js': 'third-party code',
      'left\u202Eright.md': 'hidden characters in the name',
      'line\nbreak.md': 'hidden characters in the name',
      'docs/secret/a.md': "excluded by 'docs/secret'",
      'a.gen.ts': "excluded by '*.gen.ts'",
    });
  });

  it('records a file that the tree does not read as too large', async () => {
    const tree = memoryTree({ 'README.md': '', blob: 'x' });
    const read = (path: string) => (path === 'blob' ? Promise.resolve(undefined) : tree.read(path));
    const { skipped } = await takeInventory({ ...tree, read }, testConfig());
    expect(skipped).toEqual([{ path: 'blob', reason: 'too large' }]);
  });

  it('fails with REPO_EMPTY if nothing is left to read', async () => {
    const taken = takeInventory(memoryTree({ link: { link: 'x' } }), testConfig());
    await expect(taken).rejects.toThrow(RunError);
    await expect(taken).rejects.toMatchObject({ failure: { code: 'REPO_EMPTY' } });
  });
});
