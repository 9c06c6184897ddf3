import { createHash } from 'node:crypto';

/** Numbers from 0 to 1, determined by a seed. */
export const createRandom = (text) => {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${text} ${count}`).digest().readUInt32BE(0) / 2 ** 32;
  };
};

export const between = (random, low, high) => Math.round(low + random() * (high - low));

/** Mostly short, sometimes very long. */
export const heavyTail = (random, low, most) => Math.round(Math.min(most, low / (1 - random()) ** 0.7));
