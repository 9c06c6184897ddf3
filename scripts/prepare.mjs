/**
 * Makes a fresh clone ready: installs what the lock file says, unless that is already there, and builds.
 * `node scripts/prepare.mjs [folder]` does only the install for a folder that has its own lock file.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = path.resolve(root, process.argv[2] ?? '.');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Recourse needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

install(folder);
if (folder === root) build();

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

function build() {
  run(process.execPath, [path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'], root);
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
