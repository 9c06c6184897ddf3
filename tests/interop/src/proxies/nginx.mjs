import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian keeps it outside of the PATH of ordinary users. */
const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Where nginx is installed; undefined if it is not. */
export const nginxProgram = folders
  .map((folder) => path.join(folder, 'nginx'))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/**
 * Starts nginx on a free port of this machine, with a configuration and a folder of its own. Each location is a path
 * and the directives in it; each upstream is a name and the directives in it.
 *
 * @param {Readonly<Record<string, string>>} locations
 * @param {Readonly<Record<string, string>>} [upstreams]
 */
export const startNginx = async (locations, upstreams = {}) => {
  if (nginxProgram === undefined) throw new Error('nginx is not installed: apt-get install nginx-light');
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-nginx-'));
  const port = await freePort();
  await writeFile(path.join(folder, 'nginx.conf'), configurationOf(folder, port, { locations, upstreams }));
  const log = path.join(folder, 'error.log');
  const child = spawn(nginxProgram, ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', log], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${await readFile(log, 'utf8')}`);
    await sleep(20);
  }
  return {
    port,
    close: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};

/** One process in the foreground, so that the process we started is the one we stop. */
const configurationOf = (
  /** @type {string} */ folder,
  /** @type {number} */ port,
  /** @type {Readonly<Record<'locations' | 'upstreams', Readonly<Record<string, string>>>>} */ { locations, upstreams },
) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 64; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  ${Object.entries(upstreams)
    .map(([name, directives]) => `upstream ${name} { ${directives} }`)
    .join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    ${Object.entries(locations)
      .map(([location, directives]) => `location ${location} { ${directives} }`)
      .join('\n    ')}
  }
}
`;

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

/** @param {number} port */
const listens = (port) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
