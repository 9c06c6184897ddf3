/**
 * Starts the fixture server as a user does, `recourse serve fixture --http`, in a folder of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const command = path.resolve(import.meta.dirname, '..', '..', 'packages', 'cli', 'dist', 'main.js');

/**
 * @returns {Promise<{ readonly url: string, readonly stop: () => Promise<number | null> }>}
 *   `stop` ends it as Ctrl-C would, and says what it ended with.
 */
export const serveFixture = async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'recourse-fixture-'));
  const child = spawn(process.execPath, [command, 'serve', 'fixture', '--http', '127.0.0.1:0'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const url = await new Promise((resolve, reject) => {
    let said = '';
    /** @type {(chunk: Buffer) => void} */
    const listen = (chunk) => {
      said += chunk.toString();
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/fixture\/mcp/.exec(said) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    ended.then(() => reject(new Error(`The server did not start: ${said}`)), reject);
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGINT');
      const [exitCode] = await ended;
      await rm(cwd, { recursive: true });
      return exitCode;
    },
  };
};
