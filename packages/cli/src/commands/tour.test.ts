import { dialectNames } from '@recourse/contract/dialects';
import { expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

it('shows one failure in every dialect, and reads each back', async () => {
  const { exit, out, err } = await runWithFakeIo(['tour']);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  for (const name of dialectNames) expect(out).toMatch(new RegExp(`^ {3}${name} +\\{"`, 'm'));
  expect(out).toContain('Dialects that preserve the code and the recovery: 7 of 7.');
});

it('fits 80 columns and has no colours outside a terminal', async () => {
  const { out } = await runWithFakeIo(['tour']);
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(out).not.toContain('\u001b');
  expect((await runWithFakeIo(['tour'], { colours: true })).out).toContain('\u001b');
});

it('ends with commands that work from a checkout or anywhere else', async () => {
  const checkout = writeFolder({ 'packages/cli/dist/main.js': '' });
  expect((await runWithFakeIo(['tour'], { cwd: checkout })).out).toMatch(
    /^ {3}node packages.cli.dist.main\.js explain/m,
  );
  expect((await runWithFakeIo(['tour'], { cwd: writeFolder({}) })).out).toContain('npx -y @recourse/cli explain');
});

it('exits with 2 for an unknown option', async () => {
  expect(await runWithFakeIo(['tour', '--fast'])).toMatchObject({ exit: 2 });
});
