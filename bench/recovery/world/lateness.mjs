/** No write of the office lands later than this after its time-out; it is what its servers may declare. */
export const latestMs = 20_000;

const shortestMs = 100;
const exponent = 1.1;

/**
 * How late a write lands: mostly soon, and now and then very late (a Pareto distribution, cut at `latestMs`). One in
 * eight is later than a second, and one in a hundred later than seven.
 *
 * @param {import('./random.mjs').Random} random
 */
export const lateness = (random) => Math.min(latestMs, Math.round(shortestMs * (1 - random.next()) ** (-1 / exponent)));
