import { median } from '../statistics.mjs';

/** Around a moment, so that one collection more or less does not decide. */
const aroundMs = 5000;

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
    /** The middle of what it had in the seconds before that moment. @param {number} ms */
    before: (ms) => median(samples.filter(({ at }) => at <= ms && at > ms - aroundMs).map(({ mb }) => mb)),
    most: () => Math.max(...samples.map(({ mb }) => mb)),
  };
};
