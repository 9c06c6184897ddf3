import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The npm that runs these tests, or the one that comes with this Node. */
const npmCli = [
  process.env['npm_execpath'],
  path.resolve(process.execPath, '../../lib/node_modules/npm/bin/npm-cli.js'),
].find((file) => file?.endsWith('npm-cli.js') && existsSync(file));

/** The Node of a package such as `node-20`, which has no npm of its own. */
export const nodeAt = (major) => path.resolve(import.meta.dirname, `../node_modules/node-${major}/bin/node`);

/** Runs a program to its end. Never rejects because of the status. */
export const run = (command, words, { cwd, env = process.env, input = '' }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd, env, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
    child.stdin.end(input);
  });

/** Settings of npm that this process got from its own npm must not reach the project of a user. */
export const cleanEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD|NODE_PATH)/iu.test(name)));

export const npm = (words, { cwd, env = cleanEnvironment(), node = process.execPath }) =>
  run(node, [npmCli, ...words], { cwd, env });
