#!/usr/bin/env node
/**
 * Stands in for systemctl, because systemd does not run in a container: `enable --now` and `restart` start the
 * ExecStart of the unit with its environment and folder. A restart waits for the old process, as systemd does. The
 * process runs as the user of the test; that the unit's user can read its folder is checked before, as far as the test
 * can change users.
 */
import { spawn, spawnSync } from 'node:child_process';
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { UNIT_FILE: unitFile = '', UNIT_STATE: state = '' } = process.env;
const unit = readFileSync(unitFile, 'utf8');
const setting = (name) => new RegExp(`^${name}=(.*)$`, 'mu').exec(unit)?.[1] ?? '';

const isRunning = (pid) => {
  try {
    // A process that has ended and whose parent has not noticed is still listed.
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const stop = async (file) => {
  let pid;
  try {
    pid = Number(readFileSync(file, 'utf8'));
    process.kill(pid, 'SIGTERM');
  } catch {
    return;
  }
  while (isRunning(pid)) await sleep(50);
  rmSync(file);
};

/** Fails as systemd does if the user of the unit cannot enter its folder, and if it cannot read its configuration. */
const checkAccess = () => {
  if (process.getuid() !== 0) return;
  const folder = setting('WorkingDirectory');
  const asUser = (...command) =>
    spawnSync('runuser', ['-u', setting('User'), '--', ...command], { stdio: 'ignore' }).status === 0;
  if (!asUser('test', '-x', folder)) throw new Error(`${setting('User')} cannot enter ${folder}`);
  const configuration = path.join(folder, 'recourse.config.json');
  if (!asUser('test', '-r', configuration)) throw new Error(`${setting('User')} cannot read ${configuration}`);
  for (const secret of [setting('EnvironmentFile'), path.join(folder, 'ci.key')]) {
    if (asUser('test', '-r', secret)) throw new Error(`${setting('User')} can read ${secret}`);
  }
};

const [verb, ...words] = process.argv.slice(2);
if (verb !== 'stop') checkAccess();
for (const instance of words.filter((word) => word.includes('@')).map((word) => word.split('@')[1])) {
  const pidFile = path.join(state, `${instance}.pid`);
  await stop(pidFile);
  if (verb === 'stop') continue;
  const [program, ...given] = setting('ExecStart').replaceAll('%i', instance).split(' ');
  const lines = readFileSync(setting('EnvironmentFile'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/su).slice(0, 2)));
  const log = openSync(path.join(state, `${instance}.log`), 'a');
  const child = spawn(program, given, {
    cwd: setting('WorkingDirectory'),
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', log, log],
    detached: true,
  });
  writeFileSync(pidFile, String(child.pid));
  child.unref();
}
