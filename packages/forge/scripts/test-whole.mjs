/** Runs the package's tests with the long ones at full length. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'packages/forge'], {
  cwd: root,
  env: { ...process.env, FORGE_WHOLE: '1' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
