/** Ends what the harness leaves behind if it dies: stopped servers, PostgreSQL and folders. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { kill } from './kill.mjs';

const folders = new Set();
const stopped = new Set();

/** The PostgreSQL server whose data are in a folder. */
const postmasterOf = (folder) => {
  try {
    return Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
};

const remove = async (folder) => {
  const pid = postmasterOf(folder);
  // An immediate shutdown: it does not wait for clients.
  if (pid !== undefined) for (let signal = 'SIGQUIT'; kill(pid, signal); signal = 0) await pause(50);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
};

// A signal to the terminal's group reaches the harness too, which decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('message', ({ folder, pid }) => {
  if (folder !== undefined) folders.add(folder);
  if (pid !== undefined) stopped.add(pid);
});
process.on('disconnect', async () => {
  for (const pid of stopped) kill(pid, 'SIGCONT');
  await Promise.all([...folders].map(remove));
});
