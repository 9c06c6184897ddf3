import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withinTime } from './within-time.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const { signal: never } = new AbortController();

it('ends a request that is not answered, also after garbage was collected', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = withinTime(300, never, (signal) => fetch(`http://127.0.0.1:${port}`, { signal }));
  const ended = expect(asked).rejects.toMatchObject({ name: 'TimeoutError', message: 'No result within 300 ms' });
  await pause(50);
  for (let time = 0; time < 5; time += 1) collectGarbage();
  await ended;
  server.closeAllConnections();
  server.close();
});

it('aborts with the given signal and its reason', async () => {
  const caller = new AbortController();
  const reason = new Error('cancelled');
  const work = withinTime(60_000, caller.signal, (signal) => once(signal, 'abort').then(() => signal.reason as Error));
  caller.abort(reason);
  expect(await work).toBe(reason);
});

it('returns the result of the work, and rejects with its error', async () => {
  expect(await withinTime(60_000, never, () => Promise.resolve(7))).toBe(7);
  await expect(withinTime(60_000, never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
