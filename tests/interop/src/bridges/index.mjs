import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** @param {string} file */
const beside = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * A server behind HTTP as a command: what clients start that know only stdio.
 *
 * @param {import('../clients/sdk-client.mjs').Address} endpoint
 */
export const throughRemote = ({ url, headers = {} }) => ({
  command: process.execPath,
  args: [beside('remote.mjs'), url.href, ...Object.entries(headers).map(([name, value]) => `${name}:${value}`)],
});

/**
 * A command as a server behind HTTP. It answers once it listens.
 *
 * @param {import('../clients/sdk-client.mjs').Command} endpoint
 */
export const startProxy = async ({ command, args }) => {
  const port = await freePort();
  const proxy = spawn(
    process.execPath,
    [
      beside('../../node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs'),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--server',
      'stream',
      '--',
      command,
      ...args,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  while (!(await answers(url))) {
    if (proxy.exitCode !== null) throw new Error(`mcp-proxy ended with ${proxy.exitCode}`);
    await sleep(50);
  }
  return {
    url,
    close: async () => {
      const ended = once(proxy, 'exit');
      proxy.kill();
      await ended;
    },
  };
};

/** @param {URL} url */
const answers = (url) =>
  fetch(url).then(
    async (response) => {
      await response.body?.cancel();
      return true;
    },
    () => false,
  );

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
};
