import { median } from '../statistics.mjs';

/**
 * How much memory a process has, second by second.
 *
 * @param {() => number} read megabytes
 */
export const watchMemory = (read) => {
  const started = performance.now();
  /** @type {{ readonly at: number, readonly mb: number }[]} */
  const samples = [];
  const timer = setInterval(() => samples.push({ at: performance.now() - started, mb: read() }), 1000);
  return {
    stop: () => clearInterval(timer),
    /** The middle of what it had between two moments, so that one collection more or less does not decide. @type {(fromMs: number, toMs: number) => number} */
    between: (fromMs, toMs) => median(samples.filter(({ at }) => at >= fromMs && at <= toMs).map(({ mb }) => mb)),
    /** The memory at the end of each interval. @param {number} everyMs */
    every: (everyMs) => {
      const last = samples.at(-1)?.at ?? 0;
      const moments = Array.from({ length: Math.floor(last / everyMs) }, (_, index) => (index + 1) * everyMs);
      return moments.map((moment) => samples.findLast(({ at }) => at <= moment)?.mb ?? Number.NaN);
    },
    most: () => Math.max(...samples.map(({ mb }) => mb)),
  };
};
