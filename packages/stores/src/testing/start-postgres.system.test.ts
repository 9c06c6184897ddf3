import { spawnSync } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { startPostgres } from './start-postgres.ts';

const missing = () => Promise.reject(new Error('there is no binary for this machine'));

it('is a failure on CI when there is no PostgreSQL', async () => {
  await expect(startPostgres(missing, { CI: 'true' })).rejects.toThrow(/no binary/);
});

it('says elsewhere that its tests are skipped, and why', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await startPostgres(missing, {})).toBeUndefined();
  expect(said.mock.calls[0]?.[0]).toMatch(/tests are skipped/);
  expect(String(said.mock.calls[0]?.[1])).toMatch(/no binary/);
  said.mockRestore();
});

it('leaves the exit status of the process alone, so that a failed run is reported as one', () => {
  const loader = new URL('load-embedded-postgres.mjs', import.meta.url).href;
  const program = `
    const { loadEmbeddedPostgres } = await import(${JSON.stringify(loader)});
    await loadEmbeddedPostgres();
    process.exitCode = 3;`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(3);
});
