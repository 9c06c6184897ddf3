import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Starts Debian's Prometheus with a configuration, on a free port, and asks its API. */
export const openPrometheus = async (configuration) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recourse-prometheus-'));
  const address = `127.0.0.1:${await freePort()}`;
  const settings = { 'config.file': configuration, 'storage.tsdb.path': folder, 'web.listen-address': address };
  const words = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const child = spawn('prometheus', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const ask = async (question) => {
    if (child.exitCode !== null) throw new Error(log);
    const response = await fetch(`http://${address}/api/v1/${question}`).catch(() => undefined);
    return response?.ok ? (await response.json()).data : undefined;
  };
  return {
    ask,
    close: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
};

const freePort = () =>
  new Promise((resolve) => {
    const socket = createServer().listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
