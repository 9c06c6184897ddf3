import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

const versions = '/usr/lib/postgresql';

/** The folder of Debian's PostgreSQL: its own pg_dump fits it, which the guide uses. Undefined without one. */
export const postgresPrograms = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => path.join(versions, version, 'bin'))
      .find((folder) => existsSync(path.join(folder, 'postgres')))
  : undefined;

/** Starts a server of its own on a port. PostgreSQL refuses to run as root, so root uses the account `postgres`. */
export const openPostgres = (port) => {
  if (!postgresPrograms) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const isRoot = userInfo().uid === 0;
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-pg-'));
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  if (isRoot) chownSync(folder, id('-u'), id('-g'));
  chmodSync(folder, 0o700);
  const run = (program, ...words) => {
    const command = [path.join(postgresPrograms, program), ...words];
    const [first, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    const { status, stderr } = spawnSync(first, rest, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  };
  const data = path.join(folder, 'data');
  run('initdb', '-D', data, '-U', 'recourse', '--auth=trust', '--no-sync');
  run(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-l',
    path.join(folder, 'log'),
    '-o',
    `-p ${port} -h 127.0.0.1 -k ${folder}`,
    'start',
  );
  return {
    url: `postgres://recourse@127.0.0.1:${port}/postgres`,
    close: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true });
    },
  };
};
