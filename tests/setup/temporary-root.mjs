import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The variables that name the folder for temporary files: TMPDIR on POSIX, the others on Windows. */
const names = ['TMPDIR', 'TEMP', 'TMP'];

/**
 * Puts all temporary files of a run below one folder and removes it at the end, because processes that tests kill
 * cannot clean up after themselves. Both projects call it; the second call keeps the folder of the first.
 */
export const setup = () => {
  if (process.env['RECOURSE_TESTS_TMPDIR'] !== undefined) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-tests-'));
  // PostgreSQL runs as another user where the tests run as root, and must be able to reach its data.
  chmodSync(folder, 0o755);
  process.env['RECOURSE_TESTS_TMPDIR'] = folder;
  for (const name of names) process.env[name] = folder;
  // Not a teardown: Vitest skips those when it is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
};
