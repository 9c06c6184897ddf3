import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProfile } from '../index.ts';
import { createProfileProject, readingOf } from '../testing/create-project.ts';
import type { ProfileProject } from '../testing/create-project.ts';

const sources = ['src/a.ts', 'app/[id]/page.tsx', 'src/@scope/x.ts', 'src/größe 100%.ts', 'packages/one/src/only.ts'];

let project: ProfileProject;
beforeAll(async () => {
  project = await createProfileProject(sources);
});
afterAll(() => project.remove());

const placesOf = async (name: string, profile = 'lcov.info') => {
  const lcov = Buffer.from(`SF:${name}\nDA:1,1\nend_of_record\n`);
  const { files, warnings } = readingOf(await project.read(profile, lcov));
  return { files: [...files.keys()], warnings: warnings.map(({ kind }) => kind) };
};

it.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src//a.ts', 'src/a.ts'],
  ['lib/../src/a.ts', 'src/a.ts'],
  ['src\\a.ts', 'src/a.ts'],
  ['app/[id]/page.tsx', 'app/[id]/page.tsx'],
  ['src/@scope/x.ts', 'src/@scope/x.ts'],
  ['src/größe 100%.ts', 'src/größe 100%.ts'],
  ['ROOT/src/a.ts', 'src/a.ts'],
  ['ROOT/../project/src/a.ts', 'src/a.ts'],
  ['file://ROOT/src/a.ts', 'src/a.ts'],
  ['file://localhostROOT/src/a.ts', 'src/a.ts'],
  ['file://ROOT/src/gr%C3%B6%C3%9Fe%20100%25.ts', 'src/größe 100%.ts'],
])('finds the file that is called %s', async (name, place) => {
  expect(await placesOf(name.replace('ROOT', project.root))).toEqual({ files: [place], warnings: [] });
});

it.each([
  ['/etc/passwd', 'outside_root'],
  ['../outside.ts', 'outside_root'],
  ['src/../../outside.ts', 'outside_root'],
  ['..\\outside.ts', 'outside_root'],
  ['ROOT/../outside.ts', 'outside_root'],
  ['ROOT-two/a.ts', 'outside_root'],
  ['ROOT', 'outside_root'],
  ['.', 'outside_root'],
  ['C:\\project\\src\\a.ts', 'outside_root'],
  ['\\\\server\\share\\a.ts', 'outside_root'],
  ['file:///etc/passwd', 'outside_root'],
  ['file:///C:/x.ts', 'outside_root'],
  ['file://server/share/a.ts', 'path_unreadable'],
  ['file://ROOT/%2e%2e/outside.ts', 'path_unreadable'],
  ['file://ROOT/%zz', 'path_unreadable'],
  ['src/%2e%2e/%2E%2E/a.ts', 'path_unreadable'],
  ['C:a.ts', 'path_unreadable'],
  ['webpack:///src/a.ts', 'path_unreadable'],
  ['src/a\0.ts', 'path_unreadable'],
  ['src/a\u0085.ts', 'path_unreadable'],
  ['src/a\u001b[31m.ts', 'path_unreadable'],
  ['x'.repeat(5000), 'path_unreadable'],
])('ignores %j and counts it', async (name, kind) => {
  expect(await placesOf(name.replace('ROOT', project.root))).toEqual({ files: [], warnings: [kind] });
});

it('ignores a name that is not UTF-8', async () => {
  const profile = Buffer.concat([Buffer.from('SF:src/a'), Buffer.from([0xff]), Buffer.from('.ts\nend_of_record\n')]);
  const { files, warnings } = readingOf(await project.read('lcov.info', profile));
  expect([files.size, warnings[0]?.kind]).toEqual([0, 'path_unreadable']);
});

it('keeps a missing file, and reports it', async () => {
  expect(await placesOf('src/gone.ts')).toEqual({ files: ['src/gone.ts'], warnings: ['source_missing'] });
});

it('resolves a path against the folders above the profile if the root does not contain it', async () => {
  const profile = 'packages/one/coverage/lcov.info';
  expect(await placesOf('src/only.ts', profile)).toEqual({ files: ['packages/one/src/only.ts'], warnings: [] });
  expect(await placesOf('src/a.ts', profile)).toEqual({ files: ['src/a.ts'], warnings: [] });
  expect(await placesOf('../src/only.ts', profile)).toEqual({ files: ['packages/one/src/only.ts'], warnings: [] });
  expect(await placesOf('../../../../outside.ts', profile)).toMatchObject({ files: [] });
});

it('knows the root by its name and by the name of a link to it', async () => {
  const link = path.join(path.dirname(project.root), 'link');
  await symlink(project.root, link);
  await project.write('lcov.info', `SF:${link}/src/a.ts\nend_of_record\nSF:${project.root}/src/a.ts\nend_of_record\n`);
  const reading = readingOf(await readProfile('lcov.info', { root: link }));
  expect([...reading.files.keys()]).toEqual(['src/a.ts']);
  expect(reading.warnings).toEqual([]);
});

it('refuses more files than the limit', async () => {
  const profile = Array.from({ length: 11 }, (_, index) => `SF:/outside/${index}\nend_of_record\n`).join('');
  expect(await project.read('lcov.info', profile, { limits: { files: 10 } })).toMatchObject({
    code: 'OP_PROFILE_INVALID',
    details: { reason: 'it lists more than 10 files', line: 21 },
  });
});

it('puts a file of JaCoCo into the module that the profile names', async () => {
  for (const module of ['one', 'two']) await project.write(`${module}/src/main/kotlin/com/x/Y.kt`, '');
  await mkdir(path.join(project.root, 'node_modules/z/src/main/java/com/x'), { recursive: true });
  const group = (name: string) =>
    `<group name="${name}"><package name="com/x"><sourcefile name="Y.kt"><line nr="1" ci="1"/></sourcefile>` +
    `<sourcefile name="Gone.kt"><line nr="1" ci="1"/></sourcefile></package></group>`;
  const reading = readingOf(
    await project.read('jacoco.xml', `<report name="all">${group('two')}${group('one')}</report>`),
  );
  expect([...reading.files.keys()]).toEqual(['two/src/main/kotlin/com/x/Y.kt', 'one/src/main/kotlin/com/x/Y.kt']);
  expect(reading.warnings).toMatchObject([{ kind: 'source_unknown', count: 1 }]);
  const unnamed = readingOf(await project.read('jacoco.xml', `<report name="all">${group('three')}</report>`));
  expect([...unnamed.files.keys()]).toEqual(['one/src/main/kotlin/com/x/Y.kt']);
  expect(unnamed.warnings.map(({ kind }) => kind)).toContain('source_ambiguous');
});
