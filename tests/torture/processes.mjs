import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';

const here = import.meta.dirname;

/** A port that was free a moment ago. */
export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts the process that counts effects. */
export const startLedger = async () => {
  const child = fork(path.join(here, 'ledger.mjs'), { execArgv: [] });
  const { port } = await new Promise((resolve) => child.once('message', resolve));
  const url = `http://127.0.0.1:${port}`;
  const ask = async (route) => (await fetch(`${url}${route}`)).json();
  return {
    url,
    count: async (mark) => (await ask(`/effects?mark=${encodeURIComponent(mark)}`)).count,
    waiting: async () => (await ask('/waiting')).waiting,
    close: () => child.kill(),
  };
};

/**
 * Runs one server over HTTP and starts it again whenever it ends, as a service manager does. `onEffect` is called for
 * every effect as soon as the handler has caused it.
 */
export const superviseServer = async (settings, { onEffect, skewMs = 0 }) => {
  const state = { child: undefined, isClosed: false, ready: Promise.resolve() };
  const start = () => {
    const execArgv = skewMs === 0 ? [] : ['--import', path.join(here, 'skew.mjs')];
    const env = { ...process.env, TORTURE_SKEW_MS: String(skewMs) };
    const child = fork(path.join(here, 'server.mjs'), [JSON.stringify(settings)], { execArgv, env });
    state.child = child;
    state.ready = new Promise((resolve) => {
      child.on('message', ({ what, mark }) => {
        if (what === 'ready') resolve();
        else onEffect(mark, child);
      });
    });
    child.once('exit', () => {
      if (!state.isClosed) setTimeout(start, 20);
    });
  };
  start();
  await state.ready;
  return {
    get child() {
      return state.child;
    },
    ready: () => state.ready,
    signal: (signal) => state.child.kill(signal),
    close: async () => {
      state.isClosed = true;
      state.child.kill('SIGCONT');
      state.child.kill('SIGKILL');
    },
  };
};
