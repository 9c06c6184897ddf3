import { readFileSync } from 'node:fs';

/**
 * Watches how much of the machine others use during a measurement, which tells how far its figures can be trusted.
 * Asked once all processes of the measurement have ended; answers a part from 0 to 1, or nothing without /proc.
 *
 * @returns {() => number | undefined}
 */
export const watchOthers = () => {
  const before = readTimes();
  return () => {
    const after = readTimes();
    if (!before || !after) return undefined;
    const others = after.busy - before.busy - (after.own - before.own);
    return Math.max(0, others) / (after.all - before.all);
  };
};

/** Processor time in ticks: of all processors, of that not idle, and of this process with its children that ended. */
const readTimes = () => {
  try {
    const all = numbers(readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.slice(3)).slice(0, 8);
    const [, , , idle = 0, waiting = 0] = all;
    const own = numbers(readFileSync('/proc/self/stat', 'utf8').replace(/^.*\) /, '')).slice(11, 15);
    return { all: sum(all), busy: sum(all) - idle - waiting, own: sum(own) };
  } catch {
    return undefined;
  }
};

/** @param {string | undefined} text */
const numbers = (text = '') => text.trim().split(/\s+/).map(Number);

/** @param {readonly number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0);
