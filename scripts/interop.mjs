/**
 * Tests against third-party clients and servers. Each suite has its own packages and needs nothing from the others.
 *
 * node scripts/interop.mjs                       installs and runs every suite, one after the other
 * node scripts/interop.mjs tests/interop/forge   only that suite
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { interopSuites } from './ci/steps.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const chosen = process.argv.slice(2);
const unknown = chosen.filter((folder) => !interopSuites.includes(folder));
if (unknown.length > 0) {
  console.error(`Unknown suite ${unknown.join(', ')}. Suites: ${interopSuites.join(', ')}.`);
  process.exit(2);
}

const run = (command, ...words) => {
  const { status, error } = spawnSync(command, words, { cwd: root, stdio: 'inherit' });
  if (error) console.error(error.message);
  return status ?? 1;
};

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
for (const folder of chosen.length > 0 ? chosen : interopSuites) {
  const status =
    run(process.execPath, 'scripts/prepare.mjs', '--install', folder) || run(npm, '--prefix', folder, 'test');
  if (status !== 0) process.exitCode = status;
}
