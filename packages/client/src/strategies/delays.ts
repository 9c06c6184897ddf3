const firstMs = 200;
const longestMs = 20_000;

/** A delay of exponential growth with full jitter: anywhere between nothing and the step's whole length. */
export const jittered = (repeats: number, random: () => number): number =>
  Math.round(random() * Math.min(longestMs, firstMs * 2 ** Math.min(repeats, 20)));

/** The time that a server names, and a little more, so that those who wait for it do not come all at once. */
export const notBefore = (ms: number, random: () => number): number =>
  Math.ceil(ms + random() * Math.min(1_000, ms / 10));
