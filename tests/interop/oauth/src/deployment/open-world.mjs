import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres, postgresPrograms } from './open-postgres.mjs';

const cli = path.resolve(import.meta.dirname, '../../../../../packages/cli/dist/main.js');

/** An account without rights that every Debian has, in the place of `recourse`. */
const account = { name: 'daemon', gid: 1 };

/** The machine of the guide in a folder: its programs, a PostgreSQL, an nginx, and other values for its addresses. */
export const openWorld = async (issuer) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-guide-'));
  // The account of the unit goes through it.
  chmodSync(folder, 0o711);
  const at = (...names) => path.join(folder, ...names);
  const [database, tls, one, two, three] = await Promise.all(Array.from({ length: 5 }, freePort));
  const postgres = openPostgres(database);
  for (const name of ['bin', 'state', 'nginx', 'units', 'etc/tls', 'prometheus'])
    mkdirSync(at(name), { recursive: true });
  const script = (name, ...lines) => {
    writeFileSync(at('bin', name), ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(at('bin', name), 0o755);
  };
  const nginx = `/usr/sbin/nginx -p ${at('nginx')} -c ${at('nginx/nginx.conf')} -e ${at('nginx/error.log')}`;
  script('recourse', `exec '${process.execPath}' '${cli}' "$@"`);
  script('systemctl', `exec '${process.execPath}' '${path.join(import.meta.dirname, 'systemctl.mjs')}' "$@"`);
  // Accounts are those of the machine that runs the test.
  script('useradd', 'exit 0');
  script('nginx', `exec ${nginx} "$@"`);
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', at('etc/tls/key.pem'), '-out', at('etc/tls/cert.pem')];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject]);
  writeFileSync(at('nginx/nginx.conf'), nginxConfiguration(at('nginx')));
  writeFileSync(at('nginx/recourse.conf'), '');
  const proxy = spawn(at('bin/nginx'), ['-g', 'daemon off;'], { stdio: 'ignore' });

  /** The values of this machine in the place of those of the guide. */
  const values = new Map([
    ['/usr/local/bin/recourse', at('bin/recourse')],
    ['/etc/nginx/conf.d/recourse.conf', at('nginx/recourse.conf')],
    ['/etc/recourse', at('etc')],
    ['/etc/prometheus', at('prometheus')],
    ['-g recourse', `-g ${process.getgid() === 0 ? account.gid : process.getgid()}`],
    ['-o prometheus', `-o ${process.getuid()}`],
    ['User=recourse', `User=${account.name}`],
    ['https://login.example.org', issuer],
    ['https://tools.example.org', `https://localhost:${tls}`],
    ['postgres://recourse@db.example.org/recourse', postgres.url],
    ['tools.example.org', 'localhost'],
    // So that the test need not wait.
    ['scrape_interval: 15s', 'scrape_interval: 1s'],
    ['listen 443 ssl', `listen 127.0.0.1:${tls} ssl`],
    ['8788', String(one)],
    ['8789', String(two)],
    ['8790', String(three)],
  ]);
  const names = new RegExp([...values.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'gu');
  // In one pass: a value may contain the name of another.
  const here = (text) => text.replaceAll(names, (name) => values.get(name));

  const environment = {
    PATH: [at('bin'), postgresPrograms, process.env.PATH].join(path.delimiter),
    CURL_CA_BUNDLE: at('etc/tls/cert.pem'),
    UNIT_FILE: at('units/recourse@.service'),
    UNIT_STATE: at('state'),
  };
  /** Runs commands as the guide has them. They fail together with the first that does. */
  const run = async (commands) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', here(commands)], { cwd: folder, env: environment });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${code}: ${out}${err}`);
    return out;
  };
  const ask = (target, { token, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        `https://localhost:${tls}${target}`,
        {
          method: body === undefined ? 'GET' : 'POST',
          ca: readFileSync(at('etc/tls/cert.pem')),
          agent: false,
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
        },
      );
      sent.on('error', reject).end(body);
    });
  return {
    at,
    here,
    run,
    ask,
    resource: `https://localhost:${tls}`,
    pids: () => [one, two, three].map((port) => readFileSync(at('state', `${port}.pid`), 'utf8')),
    read: (name) => readFileSync(at(name), 'utf8').trim(),
    write: (name, text) => writeFileSync(at(name), here(text)),
    close: async () => {
      await run('systemctl stop recourse@8788 recourse@8789 recourse@8790').catch(() => undefined);
      proxy.kill();
      if (proxy.exitCode === null) await once(proxy, 'exit');
      await sleep(0);
      postgres.close();
      rmSync(folder, { recursive: true });
    },
  };
};

const nginxConfiguration = (folder) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  include ${folder}/recourse.conf;
}
`;

const freePort = () =>
  new Promise((resolve) => {
    const socket = createServer().listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
