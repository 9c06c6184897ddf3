import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { strongestContainment } from '@recourse/sandbox';
import { describe, expect, it } from 'vitest';
import { processesIn } from '../src/running/testing/processes-in.ts';
import { lcov, makeProject, sums } from './project.ts';
import { answerOf, failureOf, serverOf } from './world.ts';

/** Profiles that a test has written are used with leave of the operator. */
const written = { allowUnattested: true } as const;

/** CI must run the real thing; a container of a user may not allow pid namespaces. */
const containsAll = process.env['CI'] === 'true' || (await strongestContainment()) === 'namespace';

const profile = 'cover.info';
const good = { ...sums, [profile]: lcov({ 'src/sums.js': [[1, 2, 3], [4]] }) };

describe('check', () => {
  it('runs the tests of a real project, and returns the basis of the verdict', async () => {
    const project = makeProject(sums);
    const { value } = await answerOf(serverOf(project), 'check');
    expect(value).toMatchObject({
      summary: expect.stringMatching(/^PASS \| \d+\.\d% overall \| 1\/1 domains passing/) as string,
      domains: [{ domain: 'source', required: 60, status: 'PASS' }],
      uncovered: [{ file: 'src/sums.js' }],
      provenance: {
        config: { path: '.coverctl.yaml', changed: false, compared_with: 'HEAD' },
        runner: { name: 'node-test', version: process.versions.node },
        commit: project.git('rev-parse', 'HEAD').trim(),
        branch: 'main',
        dirty: false,
      },
    });
    const [run] = value.provenance.profiles;
    const bytes = readFileSync(path.join(project.root, run.path));
    expect(run.digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
  });

  it('fails below a threshold with the place to look at and the next call to make', async () => {
    const project = makeProject(good);
    const failure = await failureOf(serverOf(project, written), 'check', { fromProfile: true, profile, failUnder: 80 });
    expect(failure).toMatchObject({
      code: 'OP_BELOW_THRESHOLD',
      details: {
        measured: 'overall',
        percent: 75,
        required: 80,
        uncovered: [{ file: 'src/sums.js', lines: '4' }],
        provenance: { config: { path: '.coverctl.yaml' }, runner: null },
      },
      next_actions: [{ tool: 'debt', arguments: { profile } }],
    });
  });

  it('shows no lines of files that do not count', async () => {
    const files = { 'src/sums.js': [[1, 2, 3], [4]], 'test/sums.test.js': [[1], [2]] } as const;
    const { value } = await answerOf(serverOf(makeProject({ ...sums, [profile]: lcov(files) }), written), 'check', {
      fromProfile: true,
      profile,
    });
    expect(value.uncovered).toMatchObject([{ file: 'src/sums.js', lines: '4' }]);
    expect(value.overall).toMatchObject({ covered: 3, total: 4 });
  });

  it('compares exactly: 79.95 percent is not 80', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => index + 1);
    const project = makeProject({
      ...sums,
      'src/sums.js': '1;\n'.repeat(2000),
      [profile]: lcov({ 'src/sums.js': [lines.slice(0, 1599), lines.slice(1599)] }),
    });
    const asked = { fromProfile: true, profile };
    expect(await failureOf(serverOf(project, written), 'check', { ...asked, failUnder: 80 })).toMatchObject({
      code: 'OP_BELOW_THRESHOLD',
      details: { percent: 79.95 },
    });
    await answerOf(serverOf(project, written), 'check', { ...asked, failUnder: 79.95 });
  });

  it('names the tests that fail', async () => {
    const project = makeProject({
      ...sums,
      'test/broken.test.js':
        "import test from 'node:test';\ntest('is \u202E broken', () => { throw new Error('no'); });\n",
    });
    const failure = await failureOf(serverOf(project), 'check');
    expect(failure).toMatchObject({ code: 'OP_TESTS_FAILED', details: { failed: 1 } });
    const text = JSON.stringify(failure);
    expect(text).toContain('broken');
    expect(text).not.toContain('\u202E');
  });

  it('refuses a profile that is older than a source that it measures', async () => {
    const project = makeProject(good);
    project.age(profile, 60);
    expect(await failureOf(serverOf(project, written), 'check', { fromProfile: true, profile })).toMatchObject({
      code: 'OP_PROFILE_STALE',
      details: { path: profile, newest_source: 'src/sums.js' },
      next_actions: [{ tool: 'check', arguments: {} }],
    });
  });

  it('reports a policy that was changed on the branch, and what it loosens', async () => {
    const project = makeProject(good);
    project.git('checkout', '-q', '-b', 'feature');
    project.write('.coverctl.yaml', (sums['.coverctl.yaml'] ?? '').replace('min: 60', 'min: 10'));
    const { warnings, value } = await answerOf(serverOf(project, written), 'check', { fromProfile: true, profile });
    expect(warnings).toMatchObject([
      { code: 'OP_CONFIG_CHANGED', details: { path: '.coverctl.yaml' } },
      { code: 'OP_ATTESTATION_MISSING' },
    ]);
    expect(value.provenance.config).toMatchObject({
      changed: true,
      lowered: [{ subject: expect.stringContaining('source') as string }],
    });
  });

  it('sees a change that was committed on the branch, where the branch it came from is known', async () => {
    const project = makeProject(good);
    project.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    project.write('.coverctl.yaml', (sums['.coverctl.yaml'] ?? '').replace('min: 60', 'min: 10'));
    project.commit('lower it');
    project.age(profile, -5);
    const { value } = await answerOf(serverOf(project, written), 'check', { fromProfile: true, profile });
    expect(value.provenance.config).toMatchObject({ changed: true, compared_with: 'origin/main' });
  });

  it('fails if nothing was measured, a domain is empty, or a domain is unknown', async () => {
    const empty = makeProject({ ...sums, [profile]: lcov({ 'test/x.js': [[1], []] }), 'test/x.js': '1\n' });
    expect(await failureOf(serverOf(empty, written), 'check', { fromProfile: true, profile })).toMatchObject({
      code: 'OP_NOTHING_MEASURED',
    });
    const policy = (sums['.coverctl.yaml'] ?? '').replace('src/**', 'lib/**');
    const other = makeProject({ ...good, '.coverctl.yaml': policy });
    expect(await failureOf(serverOf(other, written), 'check', { fromProfile: true, profile })).toMatchObject({
      code: 'OP_DOMAIN_EMPTY',
    });
    const unknown = await failureOf(serverOf(makeProject(good), written), 'check', {
      fromProfile: true,
      profile,
      domains: ['sorce'],
    });
    expect(unknown).toMatchObject({ code: 'OP_DOMAIN_UNKNOWN', similar: [{ ref: 'source' }] });
  });

  it('judges only the changed lines on request, and does not pass if nothing has changed', async () => {
    const project = makeProject(sums);
    project.write('README.md', 'Sums.\n');
    project.commit();
    const server = serverOf(project);
    const asked = { incremental: true, incrementalRef: 'HEAD' };
    expect(await failureOf(server, 'check', asked)).toMatchObject({ code: 'OP_NOTHING_MEASURED' });
    project.write('src/sums.js', `${sums['src/sums.js'] ?? ''}export const twice = (a) => {\n  return 2 * a;\n};\n`);
    const failure = await failureOf(server, 'check', asked);
    expect(failure).toMatchObject({
      code: 'OP_BELOW_THRESHOLD',
      details: { measured: 'changed_lines', uncovered: [{ file: 'src/sums.js', lines: '7' }] },
    });
  });

  it('gives no percentage of changed lines if none of them is executable', async () => {
    const project = makeProject(good);
    project.write('README.md', 'Sums.\n');
    const { value } = await answerOf(serverOf(project, written), 'check', {
      fromProfile: true,
      profile,
      diffRef: 'HEAD',
    });
    expect(value.summary).toBe(
      'PASS | 75.0% overall | 1/1 domains passing | the profile contains no changed lines | unattested profile',
    );
  });

  it('reports in later answers what a partial run skipped', async () => {
    const project = makeProject(sums);
    const server = serverOf(project);
    const { value } = await answerOf(server, 'check', { run: 'adds' });
    expect(value.summary).toContain('partial');
    expect(value.provenance.skipped).toContain('tests excluded by the name filter');
    const later = await answerOf(server, 'debt');
    expect(later.value.provenance.skipped).toContain('tests excluded by the name filter');
  });

  it('names the metric that it used, and refuses one that the profile does not count', async () => {
    const project = makeProject(good);
    const asked = { profile, fromProfile: true };
    const { value } = await answerOf(serverOf(project, written), 'check', asked);
    expect(value).toMatchObject({ overall: { printed: '75%' }, provenance: { metric: 'lines' } });
    for (const metric of ['statements', 'functions']) {
      project.write('.coverctl.yaml', `version: 1\nmetric: ${metric}\n`);
      expect(await failureOf(serverOf(project, written), 'check', asked)).toMatchObject({
        code: 'OP_CONFIG_INVALID',
        details: { key: 'metric', reason: expect.stringContaining(`the ${metric} of src/sums.js`) as string },
      });
    }
    project.write('.coverctl.yaml', 'version: 1\nmetric: words\n');
    expect(await failureOf(serverOf(project, written), 'check', asked)).toMatchObject({ code: 'OP_CONFIG_INVALID' });
  });

  it('stops tests that take too long, and says how long they may', async () => {
    const project = makeProject({
      ...sums,
      'test/slow.test.js':
        "import test from 'node:test';\ntest('hangs', () => new Promise((done) => setTimeout(done, 600_000)));\n",
    });
    const failure = await failureOf(serverOf(project), 'check', { timeout: '3s' });
    expect(failure).toMatchObject({ code: 'OP_TIMEOUT', details: { timeout_ms: 3000, longest_timeout_ms: 585_000 } });
  });

  it('reports progress, and stops the tests when the caller disconnects', async () => {
    const project = makeProject({
      ...sums,
      'test/slow.test.js':
        "import test from 'node:test';\nimport { writeFileSync } from 'node:fs';\ntest('hangs', async () => {\n  writeFileSync('started', String(process.pid));\n  await new Promise((done) => setTimeout(done, 600_000));\n});\n",
    });
    const controller = new AbortController();
    const told: string[] = [];
    const watching = setInterval(() => {
      if (existsSync(path.join(project.root, 'started'))) controller.abort();
    }, 50);
    const outcome = await serverOf(project).call({
      tool: 'check',
      arguments: { verbose: true },
      caller: { transport: 'in-process', local: true },
      signal: controller.signal,
      onProgress: ({ message }) => told.push(message ?? ''),
    });
    clearInterval(watching);
    expect(outcome).toMatchObject({ ok: false, code: 'CALL_CANCELLED' });
    await expect.poll(() => processesIn(project.root), { timeout: 20_000 }).toEqual([]);
  });

  it.runIf(containsAll)('ends children that left the session and cleared their environment', async () => {
    const orphan = "env -i setsid sh -c 'touch started; exec sleep 600' &";
    const project = makeProject({
      ...sums,
      'test/slow.test.js': `import test from 'node:test';\nimport { spawn } from 'node:child_process';\ntest('hangs', async () => {\n  spawn('sh', ['-c', ${JSON.stringify(orphan)}], { stdio: 'ignore' });\n  await new Promise((done) => setTimeout(done, 600_000));\n});\n`,
    });
    const controller = new AbortController();
    const watching = setInterval(() => {
      if (existsSync(path.join(project.root, 'started'))) controller.abort();
    }, 50);
    await serverOf(project).call({
      tool: 'check',
      arguments: {},
      caller: { transport: 'in-process', local: true },
      signal: controller.signal,
    });
    clearInterval(watching);
    expect(existsSync(path.join(project.root, 'started'))).toBe(true);
    await expect.poll(() => processesIn(project.root), { timeout: 20_000 }).toEqual([]);
  });
});

describe('names of the repository', () => {
  const names = ['src/[id].ts', 'src/@scope/x.ts', 'src/a b.ts', 'src/日本語.ts', 'src/x\u202Ey.ts'];
  it('are shown as they are, except for invisible characters', async () => {
    const files = Object.fromEntries(names.map((name) => [name, '1\n2\n']));
    const project = makeProject({
      ...sums,
      ...files,
      [profile]: lcov(Object.fromEntries(names.map((name) => [name, [[1], [2]]]))),
    });
    const { value } = await answerOf(serverOf(project, written), 'report', { profile });
    expect(value.uncovered.map(({ file }: { file: string }) => file).toSorted()).toEqual(
      [...names.slice(0, 4), 'src/x\\u{202E}y.ts'].toSorted(),
    );
    expect(value.untrusted.fields).toContain('/uncovered/*/file');
  });
});

describe('cursors', () => {
  const names = Array.from({ length: 12 }, (_, index) => `src/f${index}.js`);
  const many = {
    ...sums,
    ...Object.fromEntries(names.map((name) => [name, '1\n'.repeat(5)])),
    [profile]: lcov(Object.fromEntries(names.map((name) => [name, [[1, 2, 3], [4]]]))),
  };

  it('lead through a list to its end, and belong to one question about one state', async () => {
    const project = makeProject(many);
    const server = serverOf(project, written);
    const asked = { profile, fromProfile: true, verbosity: 'brief' };
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { value } = await answerOf(server, 'check', { ...asked, ...(cursor !== undefined && { cursor }) });
      seen.push(...value.uncovered.map(({ file }: { file: string }) => file));
      cursor = value.uncoveredNextCursor;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(names.toSorted());

    const first = await answerOf(server, 'check', asked);
    const next = { cursor: first.value.uncoveredNextCursor as string };
    expect(await failureOf(server, 'check', { ...asked, ...next, failUnder: 1 })).toMatchObject({
      code: 'INPUT_REJECTED_OTHER',
      details: { field: 'cursor' },
    });
    expect(await failureOf(server, 'report', { profile, verbosity: 'brief', ...next })).toMatchObject({
      code: 'INPUT_REJECTED_OTHER',
    });
    project.write(profile, lcov(Object.fromEntries(names.map((name) => [name, [[1, 2, 3, 5], [4]]]))));
    expect(await failureOf(server, 'check', { ...asked, ...next })).toMatchObject({ code: 'INPUT_REJECTED_OTHER' });
  });
});
