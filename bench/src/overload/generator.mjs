/**
 * Offers calls to servers at a fixed rate, whatever they answer, in a process of its own. Each call is a caller of its
 * own: if it is refused, it comes back after `retry_after_ms`, with the same key. The arguments are one JSON text; the
 * measurements go to the parent.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** @type {{ settings: object, processes: number, rate: number, seconds: number }} */
const { settings, processes, rate, seconds } = JSON.parse(process.argv[2] ?? '{}');
const program = fileURLToPath(new URL('./server.mjs', import.meta.url));
const tickMs = 5;

const servers = await Promise.all(
  Array.from({ length: processes }, async () => {
    const server = fork(program, [JSON.stringify(settings)], { execArgv: [] });
    await once(server, 'message');
    // The first call opens connections and starts a thread.
    server.send({ calls: [[0, randomUUID()]] });
    await once(server, 'message');
    return server;
  }),
);

/** @typedef {{ id: number, key: string, server: number, at: number }} Call */
/** @type {Map<number, Call>} */
const sent = new Map();
/** Refused calls by the tick in which they come back. @type {Map<number, Call[]>} */
const waiting = new Map();
const counts = { offered: 0, repeated: 0, succeeded: 0, refused: 0, failed: 0 };
/** @type {number[]} */
const latencies = [];
const finishedBy = { half: 0 };
/** @type {Record<string, number>} */
const codes = {};
let isOver = false;
const started = performance.now();

for (const server of servers) {
  server.on('message', (/** @type {any} */ { answers = [] }) => {
    const now = performance.now();
    for (const [id, how, retryAfterMs] of answers) {
      const call = sent.get(id);
      if (!call) continue;
      sent.delete(id);
      if (how === 'ok') {
        if (isOver) continue;
        counts.succeeded += 1;
        if (now - started < (seconds * 1000) / 2) finishedBy.half += 1;
        latencies.push(now - call.at);
        continue;
      }
      codes[how] = (codes[how] ?? 0) + 1;
      if (retryAfterMs === 0) counts.failed += 1;
      else counts.refused += 1;
      const tick = Math.ceil((now - started + Math.max(retryAfterMs, 1000)) / tickMs);
      waiting.set(tick, [...(waiting.get(tick) ?? []), call]);
    }
  });
}

let [ids, tick, late, busy] = [0, 0, 0, 0];
await new Promise((resolve) => {
  const timer = setInterval(() => {
    const now = performance.now();
    late = Math.max(late, now - started - tick * tickMs);
    const used = performance.now();
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
    for (; counts.offered < due; counts.offered += 1) {
      ids += 1;
      offer({ id: ids, key: randomUUID(), server: ids % servers.length, at: now });
    }
    for (const [index, calls] of batches.entries()) if (calls.length > 0) servers[index]?.send({ calls });
    busy += performance.now() - used;
    if (now - started < seconds * 1000) return;
    isOver = true;
    clearInterval(timer);
    resolve(undefined);
  }, tickMs);
});
const elapsed = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
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
  attempts: (counts.offered + counts.repeated) / elapsed,
  p50: at(0.5),
  p99: at(0.99),
  late,
  /** How much of a core the generator used. */
  saturation: (user + system) / 1e6 / elapsed,
  cpu: closed.reduce((sum, { cpu }) => sum + cpu, 0) / elapsed,
  dropped: closed.reduce((sum, { dropped }) => sum + dropped, 0),
  codes,
  busy: busy / 1000 / elapsed,
});
process.disconnect();
