/** One of several processes on one SQLite file. Its arguments are the file and the seconds; it answers its parent. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openStores } from '@recourse/stores';

const [file, seconds] = [process.argv[2] ?? '', Number(process.argv[3])];
const lanes = 16;
const noticedMs = 15;
const rule = { metric: 'closes', count: /** @type {const} */ ('attempts'), windowMs: 60_000 };

/** The main thread so far, according to Linux: milliseconds that it ran, and that it waited for a core. */
const scheduled = () => {
  try {
    const [running = 0, queued = 0] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
      .split(' ')
      .map((nanoseconds) => Number(nanoseconds) / 1e6);
    return { running, queued };
  } catch {
    return { running: 0, queued: 0 };
  }
};

const stores = await openStores({ kind: 'sqlite', file }, {});
const delays = monitorEventLoopDelay({ resolution: 1 });
const held = { held: 0, running: 0, queued: 0 };
let last = { at: performance.now(), ...scheduled() };
const watch = setInterval(() => {
  const now = { at: performance.now(), ...scheduled() };
  if (now.at - last.at > noticedMs) {
    held.held += now.at - last.at;
    held.running += now.running - last.running;
    held.queued += now.queued - last.queued;
  }
  last = now;
}, 1);

let [decisions, slowest] = [0, 0];
delays.enable();
const ends = performance.now() + seconds * 1000;
const lane = async (_, key) => {
  for (let at = performance.now(); at < ends; at = performance.now()) {
    const quota = { principal: String(process.pid), operation: 'close', key: String(key), rule };
    await stores.admissions.admit({ quotas: [quota], boundMs: 60_000 });
    decisions += 1;
    slowest = Math.max(slowest, performance.now() - at);
  }
};
await Promise.all(Array.from({ length: lanes }, lane));
delays.disable();
clearInterval(watch);
await stores.close();
const [p50, p99, max] = [delays.percentile(50), delays.percentile(99), delays.max].map((delay) => delay / 1e6);
process.send?.({ decisions, slowest, p50, p99, max, ...held }, () => process.disconnect());
