import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Server } from '@recourse/engine';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lcov, makeProject, sums } from './project.ts';
import type { Project } from './project.ts';
import { answerOf, failureOf, serverOf } from './world.ts';

const profile = 'fake.info';
const many = Array.from({ length: 1000 }, (_, index) => index + 1);
const honest = lcov({ 'src/two.js': [[1], [2]] });
const policy = sums['.coverctl.yaml'] ?? '';

let project: Project;
let server: Server;
beforeAll(() => {
  project = makeProject({ ...sums, 'src/two.js': 'const one = 1;\nconst two = one;\n' });
  symlinkSync('two.js', path.join(project.root, 'src', 'link.js'));
  symlinkSync('/etc', path.join(project.root, 'out'));
  symlinkSync('/etc/passwd', path.join(project.root, 'passwd.info'));
  server = serverOf(project, { mode: 'ci' });
});
beforeEach(() => {
  for (const [name, text] of Object.entries(sums)) project.write(name, text);
});

const check = async (text: string) => {
  project.write(profile, text);
  return (await answerOf(server, 'check', { fromProfile: true, profile, failUnder: 0, domains: ['source'] })).value;
};

describe('a profile', () => {
  beforeEach(() => project.write('.coverctl.yaml', policy.replace('min: 60', 'min: 0')));

  it('measures nothing if it names only files that the project does not have', async () => {
    project.write(profile, lcov({ 'src/none.js': [many, []] }));
    for (const [tool, args] of Object.entries({
      check: { fromProfile: true },
      report: {},
      debt: {},
      badge: {},
      suggest: {},
      record: {},
      'pr-comment': { dryRun: true },
    })) {
      expect(await failureOf(server, tool, { profile, ...args })).toMatchObject({ code: 'OP_NOTHING_MEASURED' });
    }
  });

  it('counts for two lines of a file with two lines', async () => {
    const { overall, provenance } = await check(lcov({ 'src/two.js': [many, []] }));
    expect(overall).toMatchObject({ covered: 2, total: 2 });
    expect(provenance.skipped).toContain(`${profile}: omitted lines beyond the end of their files: 998`);
  });

  it.each([
    ['padded with a file that is not there', honest + lcov({ 'src/pad.js': [many, []] })],
    ['padded with another letter case', honest + lcov({ 'SRC/two.js': [many, []], 'src/TWO.js': [[1, 2], []] })],
    ['padded with a link that leads out', honest + lcov({ 'out/passwd': [many, []], 'passwd.info': [many, []] })],
    ["padded with git's files", honest + lcov({ '.git/config': [many, []], '.git/hooks/x': [many, []] })],
    ['padded with the root and a folder', honest + lcov({ '.': [many, []], src: [many, []] })],
    ['padded with files outside', honest + lcov({ '../x.js': [many, []], '/etc/passwd': [many, []] })],
    ['repeating its records', honest.repeat(50)],
    ['naming a file by a link', lcov({ 'src/link.js': [[1], [2]] }) + honest],
    ['naming a file by its way round', lcov({ 'src/../src/./two.js': [[1], [2]] }) + honest],
    ['with lines of the number 0', honest.replace('DA:1,1', 'DA:0,1\nDA:0,1\nDA:1,1')],
  ])('is worth as much when it is %s', async (_, text) => {
    expect((await check(text)).overall).toMatchObject({ covered: 1, total: 2 });
  });

  it('may name files by their absolute paths', async () => {
    const absolute = path.join(project.root, 'src', 'two.js');
    expect((await check(lcov({ [absolute]: [[1], [2]] }) + honest)).overall).toMatchObject({ covered: 1, total: 2 });
  });

  it('is refused with a negative count', async () => {
    project.write(profile, honest.replace('DA:2,0', 'DA:2,-1'));
    expect(await failureOf(server, 'check', { fromProfile: true, profile })).toMatchObject({
      code: 'OP_PROFILE_INVALID',
    });
  });
});

describe('merge.profiles', () => {
  const merging = (...names: readonly string[]): void => {
    project.write(
      '.coverctl.yaml',
      `${policy.replace('min: 60', 'min: 0')}merge: { profiles: ${JSON.stringify(names)} }\n`,
    );
    project.write(profile, honest);
  };

  it.each([
    ['check', { fromProfile: true, profile }],
    ['check', {}],
    ['report', { profile }],
    ['debt', { profile }],
    ['badge', { profile }],
    ['suggest', { profile }],
    ['record', { profile }],
    ['record', { run: true }],
    ['pr-comment', { profile, dryRun: true }],
  ])('names every entry that is missing or leads out: %s %j', async (tool, args) => {
    merging('gone.info', 'passwd.info', 'out/passwd');
    const failure = await failureOf(server, tool, args);
    expect(failure).toMatchObject({ code: 'OP_PROFILE_MISSING', details: { path: 'gone.info' } });
    for (const name of ['gone.info', 'passwd.info', 'out/passwd']) expect(failure.message).toContain(`'${name}'`);
    expect(failure.hint).toContain('merge.profiles');
  });

  it('never passes with an entry that leads out alone', async () => {
    merging('passwd.info');
    expect(await failureOf(server, 'check', { fromProfile: true, profile })).toMatchObject({
      code: 'OP_PROFILE_INVALID',
      details: { path: 'passwd.info' },
    });
  });

  it('is merged with a profile that the caller names, and held against the files too', async () => {
    merging('more.info');
    project.write('more.info', lcov({ 'src/two.js': [[2, 3, 4], []], 'src/none.js': [many, []] }));
    const { value } = await answerOf(server, 'check', { fromProfile: true, profile });
    expect(value.overall).toMatchObject({ covered: 2, total: 2 });
    expect(value.provenance.profiles.map(({ path: name }: { path: string }) => name)).toEqual([profile, 'more.info']);
  });

  it('is merged only if the profile is judged, not where two are compared', async () => {
    merging('gone.info');
    writeFileSync(path.join(project.root, 'base.info'), honest);
    const { value } = await answerOf(server, 'compare', { baseProfile: 'base.info', headProfile: profile });
    expect(value).toMatchObject({ delta: 0 });
  });
});
