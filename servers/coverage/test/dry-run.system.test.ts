import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeProject, sums } from './project.ts';
import { answerOf, failureOf, serverOf } from './world.ts';

const marked = {
  ...sums,
  'test/mark.test.js': "import { writeFileSync } from 'node:fs';\nwriteFileSync('was-run', '');\n",
};

it('shows what would be run, runs nothing and gives no verdict', async () => {
  const project = makeProject(marked);
  const asked = { dryRun: true, run: 'adds', testArgs: ['--test-only', 'test/sums.test.js'], timeout: '30s' };
  const { value } = await answerOf(serverOf(project), 'check', asked);
  expect(value).toMatchObject({
    summary: expect.stringContaining('nothing was checked') as string,
    plan: {
      runner: 'node-test',
      command: process.execPath,
      profile: expect.stringMatching(/^\.\/\.cover\/run\/node-test\/[0-9a-z-]+\/lcov\.info$/) as string,
      timeoutMs: 30_000,
    },
  });
  expect(value.plan.arguments).toEqual(
    expect.arrayContaining(['--test-name-pattern=adds', '--test-only', '--test', './test/sums.test.js']),
  );
  expect(value.plan.environment).toContain('PATH');
  expect(JSON.stringify(value)).not.toContain(project.root);
  expect(value).not.toHaveProperty('overall');
  expect(existsSync(path.join(project.root, 'was-run'))).toBe(false);
});

it('refuses what a run refuses, and plans nothing if a profile is read', async () => {
  const server = serverOf(makeProject(marked));
  expect(await failureOf(server, 'check', { dryRun: true, testArgs: ['--import=./x.mjs'] })).toMatchObject({
    code: 'INPUT_REJECTED_DANGEROUS_FLAG',
  });
  const { value } = await answerOf(server, 'check', { dryRun: true, fromProfile: true });
  expect(value).not.toHaveProperty('plan');
});

it('tells the reason of the runner that is there, and reads a value that is quoted as for a shell', async () => {
  const server = serverOf(makeProject(sums));
  expect(await failureOf(server, 'check', { dryRun: true, testArgs: ['--test-concurrency=x'] })).toMatchObject({
    code: 'INPUT_REJECTED_OTHER',
    message: expect.stringContaining("'--test-concurrency' takes a value") as string,
  });
  const { value } = await answerOf(server, 'check', { dryRun: true, testArgs: ["--test-name-pattern='adds two'"] });
  expect(value.plan.arguments).toContain('--test-name-pattern=adds two');
});
