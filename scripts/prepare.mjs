/**
 * Makes a fresh clone ready: installs what the lock file says, unless that is already there, and builds.
 *
 * node scripts/prepare.mjs                      everything, tests included
 * node scripts/prepare.mjs --build packages/cli that project and what it stands on
 * node scripts/prepare.mjs --install bench      only the install, for a folder with a lock file of its own
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({ options: { build: { type: 'string' }, install: { type: 'string' } } });

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Recourse needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

if (values.install === undefined) {
  install(root);
  build(values.build);
} else install(path.resolve(root, values.install));

function install(directory) {
  const stamp = path.join(directory, 'node_modules', '.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(directory, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error(`Installing dependencies of ${path.relative(root, directory) || 'the repository'} …`);
  npm(['ci', '--no-audit', '--no-fund'], directory);
  writeFileSync(stamp, wanted);
}

function build(project) {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  run(process.execPath, [tsc, '-b', ...(project === undefined ? [] : [project])], root);
  // At install time the command was not built yet, and npm links only what is there.
  if (!existsSync(path.join(root, 'node_modules', '.bin', 'recourse'))) npm(['rebuild', '@recourse/cli'], root);
}

/** npm tells its children where it lives; on its own, Node finds it beside itself through PATH. */
function npm(npmArguments, cwd) {
  const place = process.env['npm_execpath'];
  const [command, ...prefix] = place ? [process.execPath, place] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  run(command, [...prefix, ...npmArguments], cwd);
}

function run(command, commandArguments, cwd) {
  const result = spawnSync(command, commandArguments, { cwd, stdio: ['ignore', 2, 2] });
  if (result.error) console.error(result.error.message);
  if (result.status !== 0) process.exit(result.status ?? 1);
}
