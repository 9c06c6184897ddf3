import { mkdir, symlink } from 'node:fs/promises';
import nodePath from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SafePath } from './files/safe-path.ts';
import { path } from './path.ts';
import { createProject } from './testing/create-project.ts';
import type { Project } from './testing/create-project.ts';

let project: Project;
beforeAll(async () => {
  project = await createProject();
});
afterAll(() => project.remove());

const judge = (value: string, options: object = {}, root = project.root) =>
  path(value, { root: 'project', ...options }, { roots: { project: root } });

it('wants something to be there where the field says so', async () => {
  expect(await judge('new.txt', { mustExist: true })).toMatchObject({ rule: 'missing' });
  expect(await judge('notes.md', { mustExist: true })).toMatchObject({ ok: true });
});

it('tells files from folders where the field says so', async () => {
  expect(await judge('src', { type: 'file' })).toMatchObject({ rule: 'special_file' });
  expect(await judge('notes.md', { type: 'folder' })).toMatchObject({ rule: 'special_file' });
  expect(await judge('src', { type: 'folder' })).toMatchObject({ ok: true });
});

it('wants one of the extensions', async () => {
  const options = { extensions: ['.json', '.yaml'] };
  expect(await judge('notes.md', options)).toMatchObject({ rule: 'form', reason: 'it must end in .json or .yaml' });
  expect(await judge('new.JSON', options)).toMatchObject({ ok: true });
});

it.each([
  '/etc/passwd',
  '../x',
  'link-out/secret.txt',
  'link-out-file',
  'link-dangling',
  'link-dangling-inside',
  '~/x',
])('refuses %s as outside before it looks at the extension', async (value) => {
  const { rule } = (await judge(value, { extensions: ['.json'] })) as { readonly rule?: string };
  expect(['outside', 'link', 'syntax']).toContain(rule);
});

it('says of a file that is used as a folder that it is a file, not that it lies outside', async () => {
  for (const value of ['notes.md/x.json', 'src/app.ts/deep/x', 'link-in-file/x']) {
    expect(await judge(value)).toMatchObject({
      rule: 'special_file',
      reason: 'a part of it is a file, not a folder',
    });
  }
});

it('knows a root that is reached through a link by both of its names', async () => {
  const alias = nodePath.join(project.outside, 'alias');
  await symlink(project.root, alias);
  for (const value of ['notes.md', nodePath.join(alias, 'notes.md'), nodePath.join(project.root, 'notes.md')]) {
    expect(await judge(value, {}, alias)).toMatchObject({ ok: true, handle: { relative: 'notes.md' } });
  }
});

it('gives a handle on where the links lead', async () => {
  const verdict = await judge('link-in/app.ts');
  expect(verdict).toMatchObject({ ok: true, handle: { relative: 'src/app.ts' } });
  expect(await (verdict as unknown as { readonly handle: SafePath }).handle.readText()).toBe('export {};\n');
});

it('throws where the settings know no such root, be it the name of a method', async () => {
  await mkdir(nodePath.join(project.root, 'x'), { recursive: true });
  for (const root of ['other', 'toString', '__proto__']) await expect(judge('x', { root })).rejects.toThrow('root');
  await expect(judge('x', {}, 'relative')).rejects.toThrow('root');
});
