/**
 * Makes a fresh clone ready: installs what the lock files say, unless that is already there, and builds.
 *
 * node scripts/prepare.mjs                        installs the repository and builds everything, tests included
 * node scripts/prepare.mjs --build packages/cli   installs the repository and builds that project with its references
 * node scripts/prepare.mjs --install bench        only installs that folder, which has its own lock file; repeatable
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({
  options: { build: { type: 'string' }, install: { type: 'string', multiple: true } },
});

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Recourse needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

if (values.install === undefined) {
  await install(root);
  await build(values.build);
} else await Promise.all(values.install.map((folder) => install(path.resolve(root, folder))));

async function install(directory) {
  const stamp = path.join(directory, 'node_modules', '.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(directory, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error(`Installing dependencies of ${path.relative(root, directory) || 'the repository'} …`);
  await npm(['ci', '--no-audit', '--no-fund'], directory);
  writeFileSync(stamp, wanted);
}

async function build(project) {
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [tsc, '-b', ...(project === undefined ? [] : [project])], root);
  // npm links a command only if its file exists, and at install time it was not built yet.
  if (!existsSync(path.join(root, 'node_modules', '.bin', 'recourse'))) await npm(['rebuild', '@recourse/cli'], root);
}

/** Runs the npm that started this script, or else the one on the PATH. */
function npm(npmArguments, cwd) {
  const place = process.env['npm_execpath'];
  const [command, ...prefix] = place ? [process.execPath, place] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  return run(command, [...prefix, ...npmArguments], cwd);
}

/** Ends this process with the status of the command if it fails. */
function run(command, commandArguments, cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, { cwd, stdio: ['ignore', 2, 2] });
    child.once('error', (error) => {
      console.error(error.message);
      process.exit(1);
    });
    child.once('close', (status) => (status === 0 ? resolve() : process.exit(status ?? 1)));
  });
}
