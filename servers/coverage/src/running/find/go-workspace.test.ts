import { expect, it } from 'vitest';
import { createTestProject } from '../testing/create-project.ts';
import { workspacePackages } from './go-workspace.ts';

const packagesOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const project = await createTestProject(files);
  try {
    return workspacePackages(project.root);
  } finally {
    await project.remove();
  }
};
const modules = { 'a/go.mod': 'module example.com/a\n', 'tools/b/go.mod': 'module example.com/b\n' };

it.each([
  ['go 1.19\n\nuse ./a\n', ['./a/...']],
  ['go 1.19\n\nuse ./a\nuse "./tools/b"\n', ['./a/...', './tools/b/...']],
  ['go 1.19\n\nuse (\n\t./a // the first\n\n\t./tools/b/\n)\n', ['./a/...', './tools/b/...']],
  ['use ./a\nuse ./a\n', ['./a/...']],
  ['// use ./a\n', []],
])('names the packages of %j', async (workspace, packages) => {
  expect(await packagesOf({ ...modules, 'go.work': workspace })).toEqual(packages);
});

it.each(['use ../outside', 'use /etc', 'use ./a/../../x', 'use -exec', 'use ./nothing', 'use ./a,evil'])(
  'leaves out what is not a module of the project: %s',
  async (line) => {
    expect(await packagesOf({ ...modules, 'go.work': `${line}\n` })).toEqual([]);
  },
);

it('leaves a root that is a module to `./...`', async () => {
  expect(await packagesOf({ ...modules, 'go.mod': 'module example.com/x\n', 'go.work': 'use (\n.\n./a\n)\n' })).toEqual(
    [],
  );
});
