import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../testing/memory-tree.ts';
import { testConfig } from '../../testing/test-config.ts';
import { takeInventory } from '../take-inventory.ts';
import { readManifests } from './read-manifests.ts';

const read = async (files: Record<string, string>, platform?: 'python' | 'typescript' | 'go') => {
  const tree = memoryTree(files);
  return readManifests(tree, await takeInventory(tree, testConfig()), platform);
};

describe('readManifests', () => {
  it.each([
    [
      'package.json',
      '{\n "name": "@a/b",\n "version": "1.0.0",\n "license": "MIT",\n "description": "Does  it" }',
      {
        name: '@a/b',
        version: '1.0.0',
        license: 'MIT',
        description: 'Does it',
        install: { command: 'npm install @a/b', source: { start_line: 2 } },
      },
    ],
    [
      'pyproject.toml',
      '[project]\nname = "b"\nversion = "2"\ndescription = "D"\nlicense = { text = "BSD" }\n',
      { name: 'b', version: '2', license: 'BSD', install: { command: 'pip install b', source: { start_line: 2 } } },
    ],
    ['pyproject.toml', '[tool.poetry]\nname = "p"\nversion = "3"\n', { name: 'p', version: '3' }],
    [
      'setup.cfg',
      '[metadata]\nname = c\nversion = attr: c.__version__\nlicense = MIT\n[options]\nname = wrong\n',
      { name: 'c', license: 'MIT' },
    ],
    ['setup.py', 'setup(\n    name="d",\n    version=\'1.1\',\n)\n', { name: 'd', version: '1.1' }],
    [
      'go.mod',
      'module github.com/a/b\n\ngo 1.20\n',
      { name: 'github.com/a/b', install: { command: 'go get github.com/a/b' } },
    ],
    ['Cargo.toml', '[package]\nname = "r"\nversion = "0.1.0"\n', { name: 'r', install: { command: 'cargo add r' } }],
  ])('reads %s', async (file, text, expected) => {
    const [manifest] = await read({ [file]: text });
    expect(manifest).toMatchObject({ path: file, ...expected });
  });

  it('does not install a private package', async () => {
    const [manifest] = await read({ 'package.json': '{"name":"a","private":true}' });
    expect(manifest).not.toHaveProperty('install');
  });

  it('writes no command with a name that a shell would read', async () => {
    const [manifest] = await read({ 'package.json': '{"name":"a; rm -rf $HOME"}' });
    expect(manifest).not.toHaveProperty('install');
  });

  it('prefers the manifest of the target platform to one nearer to the root', async () => {
    const files = { 'package.json': '{"name":"js"}', 'python/pyproject.toml': '[project]\nname = "py"\n' };
    expect((await read(files, 'python')).map(({ name }) => name)).toEqual(['py', 'js']);
    expect((await read(files)).map(({ name }) => name)).toEqual(['js']);
  });

  it('skips manifests that cannot be parsed', async () => {
    expect(await read({ 'package.json': '{', 'pyproject.toml': 'a = = b', 'go.mod': '' })).toEqual([]);
  });
});
