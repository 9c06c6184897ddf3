import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Server } from '@recourse/engine';
import { beforeAll, describe, expect, it } from 'vitest';
import { lcov, makeProject, sums } from './project.ts';
import type { Project } from './project.ts';
import { answerOf, failureOf, serverOf } from './world.ts';

const profile = 'cover.info';
let project: Project;
let agent: Server;
let pipeline: Server;

/** A project with a bare repository, a repository with its folder elsewhere, and links that lead to git's files. */
beforeAll(() => {
  project = makeProject({
    ...sums,
    [profile]: lcov({ 'src/sums.js': [[1, 2, 3], [4]] }),
    // Has the mark of a badge that this server made.
    'notes.txt': 'data-made-by="recourse-coverage"\n',
  });
  const inRoot = (name: string): string => path.join(project.root, name);
  project.git('clone', '-q', '--bare', '.', 'vendor/bare');
  project.git('clone', '-q', '--separate-git-dir=meta', '.', 'separate');
  symlinkSync('.git', inRoot('innocent'));
  symlinkSync('.git/refs', inRoot('docs'));
  symlinkSync('notes.txt', inRoot('picture.svg'));
  symlinkSync('package.json', inRoot('policy.yaml'));
  agent = serverOf(project);
  pipeline = serverOf(project, { mode: 'ci' });
});

const gitIsSound = (): void => {
  project.git('fsck', '--strict');
  project.git('-C', 'vendor/bare', 'fsck', '--strict');
  project.git('clone', '-q', '.', 'cloned');
  project.git('gc', '--quiet');
};

const places = [
  '.git/refs/heads/evil',
  '.git/refs/tags/v1',
  '.GIT/refs/heads/evil',
  '.git./refs/heads/evil',
  '.git /refs/heads/evil',
  'GIT~1/refs/heads/evil',
  '.git/worktrees/x/evil',
  '.git/modules/x/evil',
  'vendor/bare/refs/heads/evil',
  'meta/refs/heads/evil',
  'innocent/refs/heads/evil',
  'docs/heads/evil',
];

describe("git's own files", () => {
  it.each(places)('are not written by badge or report: %s', async (place) => {
    const refused = {
      code: 'OP_INVALID_PATH',
      details: { field: 'output', reason: 'it is in a folder that belongs to git' },
    };
    expect(await failureOf(agent, 'badge', { profile, output: `${place}.svg` })).toMatchObject(refused);
    expect(await failureOf(agent, 'report', { profile, output: `${place}.html` })).toMatchObject(refused);
  });

  it.each(places)('are not written by init or record: %s', async (place) => {
    const refused = { code: 'OP_INVALID_PATH', details: { reason: 'it is in a folder that belongs to git' } };
    expect(await failureOf(pipeline, 'init', { configPath: `${place}.yaml` })).toMatchObject(refused);
    expect(await failureOf(pipeline, 'record', { profile, historyPath: `${place}.json` })).toMatchObject(refused);
  });

  it('are not written by suggest, where the policy lies in them', async () => {
    const inner = path.join(project.root, 'vendor', 'bare', 'policy.yaml');
    cpSync(path.join(project.root, '.coverctl.yaml'), inner);
    const asked = { profile, configPath: 'vendor/bare/policy.yaml', writeConfig: true };
    expect(await failureOf(pipeline, 'suggest', asked)).toMatchObject({ code: 'OP_INVALID_PATH' });
    expect(readFileSync(inner, 'utf8')).toBe(sums['.coverctl.yaml']);
  });

  it('are not written by a run whose folder is a repository', async () => {
    const other = makeProject(sums);
    mkdirSync(path.join(other.root, '.cover'));
    other.git('init', '-q', '--bare', '.cover/run');
    expect(await failureOf(serverOf(other), 'check')).toMatchObject({ code: 'INPUT_REJECTED_OTHER' });
    expect(existsSync(path.join(other.root, '.cover/run/node-test'))).toBe(false);
  });

  it('include the file that stands for a folder', async () => {
    const asked = { profile, output: 'separate/.git/evil.svg' };
    expect(await failureOf(agent, 'badge', asked)).toMatchObject({ code: 'OP_INVALID_PATH' });
  });

  it('are as before: git finds nothing wrong, and clones', () => gitIsSound());
});

describe('an output', () => {
  it('has the extension of its kind where a link leads too', async () => {
    const refused = { code: 'OP_INVALID_PATH', details: { field: 'output' } };
    expect(await failureOf(agent, 'badge', { profile, output: 'picture.svg' })).toMatchObject(refused);
    expect(await failureOf(pipeline, 'init', { configPath: 'policy.yaml', force: true })).toMatchObject({
      code: 'OP_INVALID_PATH',
    });
  });

  it('is written to any path outside the files of git', async () => {
    for (const output of ['badge.svg', '.github/badge.svg', 'separate/badge.svg', 'x.git/badge.svg']) {
      expect((await answerOf(pipeline, 'badge', { profile, output })).value).toMatchObject({ outputPath: output });
    }
  });
});
