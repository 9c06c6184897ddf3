import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { openNotes } from '@recourse/stores/configured';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attestationTopic, createKeptAttestations } from '../src/attesting/kept-attestations.ts';
import { createCoverageEntry } from '../src/entry.ts';
import type { CoverageEntryOptions } from '../src/entry.ts';
import { lcov, makeProject, sums } from './project.ts';
import type { Project } from './project.ts';
import { answerOf, failureOf, serverOf } from './world.ts';

const many = Array.from({ length: 1000 }, (_, index) => index + 1);
const source = sums['src/sums.js'] ?? '';
/** Every way to have a profile judged, with the field that names it. */
const readers: Readonly<Record<string, (profile: string) => JsonObject>> = {
  check: (profile) => ({ fromProfile: true, profile }),
  report: (profile) => ({ profile }),
  debt: (profile) => ({ profile }),
  suggest: (profile) => ({ profile }),
  badge: (profile) => ({ profile }),
  'pr-comment': (profile) => ({ profile, dryRun: true }),
};

let project: Project;
let agent: Server;
/** Of a run in agent mode. */
let own: string;
const inRoot = (name: string): string => path.join(project.root, name);

/** As a file that was not touched: attestations must not depend on times. */
const writeQuietly = (name: string, text: string | Uint8Array): void => {
  const { atime, mtime } = statSync(inRoot(name));
  writeFileSync(inRoot(name), text);
  utimesSync(inRoot(name), atime, mtime);
};

beforeAll(async () => {
  project = makeProject(sums);
  agent = serverOf(project);
  own = (await answerOf(agent, 'check')).value.provenance.profiles[0].path as string;
});
beforeEach(() => {
  writeQuietly('src/sums.js', source);
  project.write('.coverctl.yaml', sums['.coverctl.yaml'] ?? '');
});

describe('mode agent', () => {
  const fakes: Readonly<Record<string, string>> = {
    'names a file that is not there': lcov({ 'src/none.js': [many, []] }),
    'claims 1,000 lines of a file with five': lcov({ 'src/sums.js': [many, []] }),
    'is padded with a file that is not there': lcov({ 'src/sums.js': [[1], [2]], 'src/pad.js': [many, []] }),
    'tells the truth and was written by somebody else': lcov({ 'src/sums.js': [[1], [3, 4]] }),
  };

  it.each(Object.entries(fakes))('refuses a profile that %s, in every tool that reads one', async (_, text) => {
    project.write('fake.info', text);
    for (const [tool, args] of Object.entries(readers)) {
      expect(await failureOf(agent, tool, args('fake.info'))).toMatchObject({
        code: 'OP_PROFILE_UNATTESTED',
        details: { path: 'fake.info', field: 'profile', reason: 'it was not produced by a test run on this server' },
        next_actions: [{ tool: 'check', arguments: {} }],
      });
    }
    for (const args of [
      { baseProfile: 'fake.info', headProfile: own },
      { baseProfile: own, headProfile: 'fake.info' },
      { baseProfile: 'fake.info' },
    ]) {
      expect(await failureOf(agent, 'compare', args)).toMatchObject({ code: 'OP_PROFILE_UNATTESTED' });
    }
    expect(
      await failureOf(agent, 'pr-comment', { profile: own, baseProfile: 'fake.info', dryRun: true }),
    ).toMatchObject({
      code: 'OP_PROFILE_UNATTESTED',
      details: { field: 'baseProfile' },
    });
  });

  it('accepts the profile of its own run, under any name, and shows what was recorded', async () => {
    copyFileSync(inRoot(own), inRoot('copy.info'));
    for (const profile of [own, 'copy.info']) {
      for (const [tool, args] of Object.entries(readers)) {
        const { value, warnings } = await answerOf(agent, tool, args(profile));
        expect(value.provenance.profiles).toMatchObject([
          {
            path: profile,
            attested: true,
            attestation: {
              sources: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
              commit: project.git('rev-parse', 'HEAD').trim(),
              dirty: false,
            },
          },
        ]);
        expect(JSON.stringify([value.summary, value.commentBody])).not.toContain('unattested');
        expect(warnings.map(({ code }) => code)).not.toContain('OP_ATTESTATION_MISSING');
      }
    }
    await answerOf(agent, 'compare', { baseProfile: own, headProfile: 'copy.info' });
    await answerOf(agent, 'debt');
  });

  it('refuses its own profile once a byte of it is changed', async () => {
    const bytes = readFileSync(inRoot(own));
    for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at] === 0x0a ? 0x20 : 0x0a;
      writeFileSync(inRoot('changed.info'), changed);
      const failure = await failureOf(agent, 'check', { fromProfile: true, profile: 'changed.info' });
      expect(['OP_PROFILE_UNATTESTED', 'OP_PROFILE_INVALID']).toContain(failure.code);
    }
    writeFileSync(inRoot('changed.info'), Buffer.concat([bytes, Buffer.from('\n')]));
    expect(await failureOf(agent, 'debt', { profile: 'changed.info' })).toMatchObject({
      code: 'OP_PROFILE_UNATTESTED',
    });
  });

  it.each([
    ['changed', source.replace('a + b', 'a - b')],
    ['longer', `${source}\n`],
    ['shorter', source.slice(0, -1)],
    ['empty', ''],
  ])('refuses its own profile once a measured source is %s, whatever its times say', async (_, text) => {
    writeQuietly('src/sums.js', text);
    for (const [tool, args] of Object.entries(readers)) {
      expect(await failureOf(agent, tool, args(own))).toMatchObject({
        code: 'OP_PROFILE_UNATTESTED',
        details: { reason: 'the sources that it covers have changed since it was produced' },
      });
    }
    // As a base, the profile may be older than the sources.
    expect(await failureOf(agent, 'compare', { baseProfile: own, headProfile: own })).toMatchObject({
      details: { field: 'headProfile' },
    });
  });

  it('ignores files that the profile does not measure', async () => {
    project.write('README.md', 'Changed.\n');
    await answerOf(agent, 'debt', { profile: own });
  });

  it('uses its last run if the call names no profile, even if there is a newer profile from elsewhere', async () => {
    project.write('.cover/coverage.out', lcov({ 'src/sums.js': [many, []] }));
    const { value } = await answerOf(agent, 'check', { fromProfile: true });
    expect(value.provenance.profiles).toMatchObject([{ path: own }]);
  });

  it('does not trust a profile because of its folder', async () => {
    const name = own.split('/').slice(0, -1).join('/');
    const forged = `${name.slice(0, -8)}ffffffff`;
    cpSync(inRoot(name), inRoot(forged), { recursive: true });
    writeFileSync(inRoot(`${forged}/lcov.info`), lcov({ 'src/sums.js': [[1, 2, 3, 4, 5], []] }));
    expect(await failureOf(agent, 'debt', { profile: `${forged}/lcov.info` })).toMatchObject({
      code: 'OP_PROFILE_UNATTESTED',
    });
  });

  it('remembers what a run left out, whatever the files next to its profile say', async () => {
    const { value } = await answerOf(agent, 'check', { run: 'adds' });
    const partial = value.provenance.profiles[0].path as string;
    writeFileSync(inRoot(path.posix.join(path.posix.dirname(partial), 'scope.json')), '{}');
    const later = await answerOf(agent, 'debt', { profile: partial });
    expect(later.value.provenance.skipped).toContain('tests excluded by the name filter');
  });

  it('refuses profiles that the policy merges, before it runs a test', async () => {
    project.write('fake.info', lcov({ 'src/sums.js': [[1, 2, 3, 4, 5], []] }));
    const before = readdirSync(inRoot('.cover/run/node-test')).length;
    for (const more of ['merge: { profiles: [fake.info] }', 'integration: { enabled: true, profile: fake.info }']) {
      project.write('.coverctl.yaml', `${sums['.coverctl.yaml'] ?? ''}${more}\n`);
      for (const args of [{}, { fromProfile: true }, { fromProfile: true, profile: own }]) {
        expect(await failureOf(agent, 'check', args)).toMatchObject({
          code: 'OP_PROFILE_UNATTESTED',
          recovery: 'authorize',
          hint: expect.stringContaining('--allow-unattested') as string,
        });
      }
    }
    expect(readdirSync(inRoot('.cover/run/node-test')).length).toBe(before);
  });

  it('refuses them in its resources too', async () => {
    const other = makeProject({ ...sums, '.cover/coverage.out': lcov({ 'src/sums.js': [[1], [2]] }) });
    const resources = serverOf(other).resources;
    for (const name of ['debt', 'suggest']) {
      const resource = resources.find(({ uri }) => uri === `coverctl://${name}`);
      expect(JSON.parse(String(await resource?.read()))).toMatchObject({ error_code: 'OP_PROFILE_UNATTESTED' });
    }
  });
});

describe.each([
  ['mode ci', { mode: 'ci' }],
  ['mode agent with leave of the operator', { allowUnattested: true }],
] as const)('%s', (_, options) => {
  it('marks the answer, the page and the comment', async () => {
    project.write('fake.info', lcov({ 'src/sums.js': [[1, 2, 3], [4]] }));
    const server = serverOf(project, options);
    for (const [tool, args] of Object.entries(readers)) {
      const { value, warnings } = await answerOf(server, tool, args('fake.info'));
      expect(value.provenance.profiles).toMatchObject([{ attested: false }]);
      expect(value.provenance.profiles[0]).not.toHaveProperty('attestation');
      expect(warnings).toContainEqual(
        expect.objectContaining({ code: 'OP_ATTESTATION_MISSING', details: { profiles: ['fake.info'] } }),
      );
    }
    const check = await answerOf(server, 'check', { fromProfile: true, profile: 'fake.info' });
    expect(check.value.summary).toBe('PASS | 75.0% overall | 1/1 domains passing | unattested profile');
    await answerOf(server, 'report', { profile: 'fake.info', output: 'page.html' });
    expect(readFileSync(inRoot('page.html'), 'utf8')).toContain(
      'Unattested: these numbers use a profile that was not produced by a test run',
    );
    const { value } = await answerOf(server, 'pr-comment', { profile: 'fake.info', dryRun: true });
    expect(value.commentBody).toContain('unattested profile');
    expect(value.commentBody).toContain('unattested: not produced by a test run of the current sources on this server');
  });
});

it('says in a failure, too, that the profile is unattested', async () => {
  project.write('fake.info', lcov({ 'src/sums.js': [[1], [2, 3, 4]] }));
  const asked = { fromProfile: true, profile: 'fake.info' };
  expect(await failureOf(serverOf(project, { mode: 'ci' }), 'check', asked)).toMatchObject({
    code: 'OP_BELOW_THRESHOLD',
    details: { provenance: { profiles: [{ attested: false }] } },
  });
});

describe('the entry of recourse serve', () => {
  const start = async (environment: Readonly<Record<string, string>>, options: CoverageEntryOptions = {}) =>
    (await createCoverageEntry(options).start({ options: {}, environment, cwd: project.root, notify: () => {} }))
      .server;

  it.each([
    [{}, {}, false],
    [{ COVERAGE_ALLOW_UNATTESTED: '0' }, {}, false],
    [{ COVERAGE_ALLOW_UNATTESTED: 'no' }, {}, false],
    [{ COVERAGE_ALLOW_UNATTESTED: '' }, {}, false],
    [{ COVERAGE_ALLOW_UNATTESTED: '1' }, {}, true],
    [{ COVERAGE_ALLOW_UNATTESTED: 'true' }, {}, true],
    [{}, { allowUnattested: true }, true],
    [{ COVERAGE_ALLOW_UNATTESTED: '1' }, { allowUnattested: false }, false],
    [{ CI: 'true', GITHUB_ACTIONS: 'true' }, {}, false],
    [{ COVERAGE_MODE: 'ci' }, {}, true],
  ])('reads the environment %j and the options %j', async (environment, options, allowed) => {
    project.write('fake.info', lcov({ 'src/sums.js': [[1, 2, 3], [4]] }));
    const server = await start({ PATH: process.env['PATH'] ?? '', ...environment }, options);
    if (allowed) await answerOf(server, 'debt', { profile: 'fake.info' });
    else {
      const failure = await failureOf(server, 'debt', { profile: 'fake.info' });
      expect(failure).toMatchObject({ code: 'OP_PROFILE_UNATTESTED' });
    }
  });
});

describe('another process of the same installation', () => {
  const kept = (cwd: string) => createKeptAttestations(openNotes({ cwd, environment: {} })(attestationTopic));

  it('accepts the profiles of this one, and an installation with another key does not', async () => {
    const [state, elsewhere] = ['state', 'elsewhere'].map(inRoot);
    for (const folder of [state, elsewhere]) mkdirSync(folder ?? '');
    const one = serverOf(project, { attestations: kept(state ?? '') });
    const profile = (await answerOf(one, 'check')).value.provenance.profiles[0].path as string;
    await answerOf(serverOf(project, { attestations: kept(state ?? '') }), 'debt', { profile });
    const refused = { code: 'OP_PROFILE_UNATTESTED' };
    expect(await failureOf(serverOf(project), 'debt', { profile })).toMatchObject(refused);
    // Its notes in the state of another installation: sealed with another key.
    const other = kept(elsewhere ?? '');
    await other.record({
      profile: 'x',
      format: 'lcov',
      sources: 'x',
      commit: null,
      dirty: null,
      runner: 'x',
      version: null,
      skipped: [],
      at: '',
    });
    cpSync(path.join(state ?? '', '.recourse/notes'), path.join(elsewhere ?? '', '.recourse/notes'), {
      recursive: true,
    });
    expect(
      await failureOf(serverOf(project, { attestations: kept(elsewhere ?? '') }), 'debt', { profile }),
    ).toMatchObject(refused);
  });

  it('is not needed: where notes cannot be kept they last as long as the process, and the operator is told', async () => {
    const told: string[] = [];
    const broken = {
      put: () => Promise.reject(new Error('the disk is full')),
      get: () => Promise.reject(new Error('the disk is full')),
    };
    const attestations = createKeptAttestations(broken, { notify: (line) => told.push(line) });
    const server = serverOf(project, { attestations });
    project.write('fake.info', lcov({ 'src/sums.js': [[1, 2, 3], [4]] }));
    await answerOf(server, 'check');
    await answerOf(server, 'debt');
    expect(await failureOf(server, 'debt', { profile: 'fake.info' })).toMatchObject({ code: 'OP_PROFILE_UNATTESTED' });
    expect(told).toEqual([
      'recourse: attestations cannot be stored and last only as long as this process: the disk is full',
    ]);
  });
});
