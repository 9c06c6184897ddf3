import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { app, electron, electronArguments } from './place.mjs';

/** How long the app may take to start or to show a page. */
const readyWithinMs = 30_000;
const settleMs = 300;

/**
 * The app as the runner sees it: its facts in a file, which outlive it, and a socket for commands.
 *
 * @typedef {Awaited<ReturnType<typeof prepareApp>>} App
 * @param {import('./place.mjs').Place} place
 */
export const prepareApp = async (place) => {
  const folder = await mkdtemp(path.join(place.folder, 'app-'));
  const socket = path.join(folder, 'control.sock');
  const args = [`--bench-folder=${folder}`, `--user-data-dir=${path.join(folder, 'profile')}`];
  const command = async (message) => {
    const until = performance.now() + readyWithinMs;
    for (;;)
      try {
        return await send(socket, message);
      } catch (error) {
        if (performance.now() > until) throw error;
        await pause(20);
      }
  };
  return {
    folder,
    main: app,
    args,
    facts: async () => JSON.parse(await readFile(path.join(folder, 'state.json'), 'utf8')).facts,
    open: async (page) => {
      await command({ do: 'open', page });
      // Servers notice a navigation that they have not asked for a moment later.
      await pause(settleMs);
    },
    reload: () => command({ do: 'reload' }),
    disturb: (what = '') => command({ do: 'disturb', what }),
    /** For servers that cannot start an app: starts it with a debugging port. */
    start: (port = 0) => start(place, args, port),
  };
};

const send = async (socket, message) => {
  const peer = net.connect(socket);
  await once(peer, 'connect');
  peer.write(`${JSON.stringify(message)}\n`);
  let text = '';
  for await (const chunk of peer) text += chunk;
  return JSON.parse(text);
};

const start = async (place, args, port) => {
  const child = spawn(electron, [app, ...electronArguments, `--remote-debugging-port=${port}`, ...args], {
    env: place.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const kill = () => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  process.once('exit', kill);
  const found = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
      const listening = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/u.exec(text);
      if (listening) resolve(Number(listening[1]));
    });
    child.once('exit', (code) => reject(new Error(`The app has ended with ${code}: ${text}`)));
  });
  return {
    port: found,
    pid: child.pid,
    close: async () => {
      kill();
      process.off('exit', kill);
      await ended;
    },
  };
};
