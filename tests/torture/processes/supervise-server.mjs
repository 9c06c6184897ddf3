import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { serverProgram } from './start-server.mjs';

/** Runs one server over HTTP and starts it again whenever it ends, as a service manager does. */
export const superviseServer = async (settings, clock) => {
  const { args, execArgv, env } = serverProgram(settings, clock);
  const state = { child: undefined, isClosed: false, ready: Promise.resolve(false) };
  const start = () => {
    if (state.isClosed) return;
    const child = fork(args[0], args.slice(1), { execArgv, env });
    state.child = child;
    // False if the process ends before it is ready: those who wait then wait for the next one.
    state.ready = new Promise((resolve) => {
      child.once('message', () => resolve(true));
      child.once('exit', () => resolve(false));
    });
    child.once('exit', () => {
      setTimeout(start, 20);
    });
  };
  const untilReady = async () => {
    while (!state.isClosed && !(await state.ready)) await pause(20);
  };
  start();
  await untilReady();
  return {
    pid: () => state.child.pid,
    ready: untilReady,
    close: () => {
      state.isClosed = true;
      state.child.kill('SIGCONT');
      state.child.kill('SIGKILL');
    },
  };
};
