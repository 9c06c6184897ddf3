const firstMs = 200;
const longestMs = 20_000;
const firstAskMs = 250;
const longestAskMs = 5_000;

/** An exponentially growing delay with full jitter: a random time between zero and the full length of the step. */
export const jittered = (repeats: number, random: () => number): number =>
  Math.round(random() * Math.min(longestMs, firstMs * 2 ** Math.min(repeats, 20)));

/** The time that a server names and a little more, so that callers who wait for it do not all come at once. */
export const notBefore = (ms: number, random: () => number): number =>
  Math.ceil(ms + random() * Math.min(1_000, ms / 10));

/** Whether a server names a time to come back. A shorter one does not count: it would make a busy loop. */
export const namesTime = (ms: number | undefined): ms is number => ms !== undefined && ms >= firstAskMs;

/**
 * How long to wait before asking for an outcome again: as long as the server names, or a growing time if it names none
 * or hardly any. It is never zero, whatever the random number is: time is the only thing that limits how often a client
 * asks.
 */
export const askDelay = (asks: number, named: number | undefined, random: () => number): number => {
  if (namesTime(named)) return notBefore(named, random);
  const step = Math.min(longestAskMs, firstAskMs * 2 ** Math.min(asks - 1, 20));
  return Math.ceil(step / 2 + (random() * step) / 2);
};
