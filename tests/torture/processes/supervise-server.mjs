import { fork } from 'node:child_process';
import { serverProgram } from './start-server.mjs';

/** Runs one server over HTTP and starts it again whenever it ends, as a service manager does. */
export const superviseServer = async (settings, clock) => {
  const { args, execArgv, env } = serverProgram(settings, clock);
  const state = { child: undefined, isClosed: false, ready: Promise.resolve() };
  const start = () => {
    if (state.isClosed) return;
    const child = fork(args[0], args.slice(1), { execArgv, env });
    state.child = child;
    state.ready = new Promise((resolve) => child.once('message', resolve));
    child.once('exit', () => {
      setTimeout(start, 20);
    });
  };
  start();
  await state.ready;
  return {
    pid: () => state.child.pid,
    ready: () => state.ready,
    close: () => {
      state.isClosed = true;
      state.child.kill('SIGCONT');
      state.child.kill('SIGKILL');
    },
  };
};
