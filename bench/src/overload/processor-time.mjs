import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of processor time of a process and its children, those that have ended included; 0 without /proc. @param {number} pid */
export const processorTime = (pid) => {
  let ticks = 0;
  try {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) ticks += ticksOf(name, pid);
  } catch {
    return 0;
  }
  return ticks / ticksPerSecond;
};

/** @param {string} name @param {number} pid */
const ticksOf = (name, pid) => {
  try {
    // The name of the program is in brackets and may have spaces.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    if (Number(name) === pid) return user + system + endedUser + endedSystem;
    return fields[1] === pid ? user + system : 0;
  } catch {
    // It has just ended.
    return 0;
  }
};
