import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';

const types = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.xml': 'application/xml' };

/** Does not block: the forge that git talks to runs in this process. */
const run = promisify(execFile);

/** Clones a branch of the site, builds it with Hugo and serves the result on loopback. */
export const serveBranch = async ({ forge, folder, token }, branch) => {
  const source = path.join(folder, 'checkout');
  const remote = new URL(`${forge.url}/acme/docs.git`);
  remote.username = 'acme';
  remote.password = token;
  await run('git', ['clone', '--quiet', '--branch', branch, remote.href, source]);
  const output = path.join(folder, 'public');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = path.join(output, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    readFile(name).then(
      (body) => response.writeHead(200, { 'content-type': types[path.extname(name)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end('No such page'),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  await run('hugo', ['--quiet', '--destination', output, '--baseURL', url], { cwd: source });
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
};
