/**
 * Offers calls to servers at a fixed rate, whatever they answer, in a process of its own. Each call is a caller of its
 * own: if it is refused, it comes back after `retry_after_ms`, with the same key. The arguments are one JSON text; the
 * measurements go to the parent. The first seconds warm the servers up at the same rate and do not count.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeCommand } from '../front-door/server-process.mjs';

/** @type {{ settings: object, processes: number, rate: number, seconds: number, warmUpSeconds: number }} */
const { settings, processes, rate, seconds, warmUpSeconds } = JSON.parse(process.argv[2] ?? '{}');
const program = fileURLToPath(new URL('./server.mjs', import.meta.url));
const tickMs = 5;
/** The core of the servers and of their database. */
const serverCore = 0;
/** A caller that is refused without a time waits for this long. */
const unknownRetryMs = 1000;

const servers = await Promise.all(
  Array.from({ length: processes }, async () => {
    const [command, commandArguments] = nodeCommand(serverCore, [program, JSON.stringify(settings)]);
    const server = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await once(server, 'message');
    // The first call opens connections and starts a thread.
    server.send({ calls: [[0, randomUUID()]] });
    await once(server, 'message');
    return server;
  }),
);

let [ids, tick, late] = [0, 0, 0];
/** @typedef {{ id: number, key: string, server: number, at: number }} Call */
/** @type {Map<number, Call>} */
const sent = new Map();
/** Refused calls by the tick in which they come back. @type {Map<number, Call[]>} */
const waiting = new Map();
const none = { offered: 0, repeated: 0, succeeded: 0, refused: 0, failed: 0 };
let counts = { ...none };
/** @type {number[]} */
let latencies = [];
let isOver = false;
const started = performance.now();
let [measuredFrom, cpuBefore, isWarm] = [started, process.cpuUsage(), false];

const startMeasuring = () => {
  isWarm = true;
  counts = { ...none };
  latencies = [];
  late = 0;
  measuredFrom = performance.now();
  cpuBefore = process.cpuUsage();
  for (const server of servers) server.send('measure');
};

/** @param {Call} call @param {number} afterMs */
const comeBack = (call, afterMs) => {
  const tick = Math.ceil((performance.now() - started + afterMs) / tickMs);
  const due = waiting.get(tick);
  if (due) due.push(call);
  else waiting.set(tick, [call]);
};

for (const server of servers) {
  server.on('message', (/** @type {any} */ { answers = [] }) => {
    const now = performance.now();
    for (const [id, isOk, retryAfterMs] of answers) {
      const call = sent.get(id);
      if (!call || isOver) continue;
      sent.delete(id);
      if (isOk) {
        counts.succeeded += 1;
        latencies.push(now - call.at);
      } else {
        if (retryAfterMs > 0) counts.refused += 1;
        else counts.failed += 1;
        comeBack(call, retryAfterMs > 0 ? retryAfterMs : unknownRetryMs);
      }
    }
  });
}

await new Promise((resolve) => {
  const timer = setInterval(() => {
    const now = performance.now();
    late = Math.max(late, now - started - tick * tickMs);
    /** @type {[number, string][][]} */
    const batches = servers.map(() => []);
    /** @param {Call} call */
    const offer = (call) => {
      sent.set(call.id, call);
      batches[call.server]?.push([call.id, call.key]);
    };
    for (; tick * tickMs <= now - started; tick += 1) {
      for (const call of waiting.get(tick) ?? []) {
        counts.repeated += 1;
        offer(call);
      }
      waiting.delete(tick);
    }
    const due = Math.floor(((now - started) / 1000) * rate);
    while (ids < due) {
      ids += 1;
      counts.offered += 1;
      offer({ id: ids, key: randomUUID(), server: ids % servers.length, at: now });
    }
    for (const [index, calls] of batches.entries()) if (calls.length > 0) servers[index]?.send({ calls });
    if (!isWarm && now - started >= warmUpSeconds * 1000) startMeasuring();
    if (now - started < (warmUpSeconds + seconds) * 1000) return;
    isOver = true;
    clearInterval(timer);
    resolve(undefined);
  }, tickMs);
});
const elapsed = (performance.now() - measuredFrom) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
const closed = await Promise.all(
  servers.map(async (server) => {
    /** @type {Promise<any>} */
    const answered = new Promise((resolve) =>
      server.on('message', (/** @type {any} */ message) => message.closed && resolve(message.closed)),
    );
    server.send('close');
    return answered;
  }),
);
latencies.sort((one, other) => one - other);
const at = (/** @type {number} */ part) => latencies[Math.floor(latencies.length * part)] ?? 0;
process.send?.({
  ...counts,
  goodput: counts.succeeded / elapsed,
  offeredPerSecond: counts.offered / elapsed,
  attemptsPerSecond: (counts.offered + counts.repeated) / elapsed,
  p50: at(0.5),
  p99: at(0.99),
  late,
  /** How much of a core the generator used. */
  saturation: (user + system) / 1e6 / elapsed,
  /** And its servers, without their database. */
  servers: closed.reduce((sum, { cpu }) => sum + cpu, 0) / elapsed,
  dropped: closed.reduce((sum, { dropped }) => sum + dropped, 0),
});
process.disconnect();
