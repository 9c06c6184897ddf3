import { fork } from 'node:child_process';
import path from 'node:path';

/** Starts the process that outlives the harness. It is told what to remove: folders, and servers that are stopped. */
export const startReaper = () => {
  const child = fork(path.join(import.meta.dirname, 'reaper.mjs'), { execArgv: [], detached: true });
  return {
    folder: (folder) => child.send({ folder }),
    stopped: (pid) => child.send({ pid }),
    close: () => child.disconnect(),
  };
};
