/**
 * Numbers that are the same for the same seed (mulberry32). Everything that a scenario leaves to chance comes from here.
 *
 * @typedef {{ next(): number, int(from: number, to: number): number, pick<T>(list: readonly T[]): T, word(length?: number): string }} Random
 *
 * @param {number} seed
 * @returns {Random}
 */
export const createRandom = (seed) => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (/** @type {number} */ from, /** @type {number} */ to) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    pick: (list) => list[int(0, list.length - 1)],
    word: (length = 8) => Array.from({ length }, () => letters[int(0, letters.length - 1)]).join(''),
  };
};

/** No vowels: a random word is never by chance a word that an answer contains anyway. */
const letters = 'bcdfghjklmnpqrstvwxz';

/** A seed of its own for each part of a run, so that one more part changes no other. @type {(...parts: readonly (string | number)[]) => number} */
export const seedOf = (...parts) => {
  let hash = 2_166_136_261;
  for (const character of parts.join('/')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  }
  return hash >>> 0;
};
