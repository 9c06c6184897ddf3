import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { between } from './random.mjs';

const program = path.join(import.meta.dirname, 'processes', 'client.mjs');

/** Makes the call in a process of its own, kills that, and asks again in another one with the same keys. */
export const callAndKill = async (call, random) => {
  const start = () => fork(program, [JSON.stringify(call)], { execArgv: [] });
  const first = start();
  const gone = once(first, 'exit');
  // A client that could not connect ends by itself, and the second one asks in its place.
  await Promise.race([once(first, 'message'), gone]);
  await pause(between(random, 0, 700));
  first.kill('SIGKILL');
  await gone;
  const second = start();
  const ended = new Promise((resolve, reject) => {
    second.on('message', (message) => message.what === 'ended' && resolve(message));
    second.once('exit', () => reject(new Error('the second client ended without a result')));
  });
  const { end, why } = await ended;
  return { end, why, codes: [] };
};
