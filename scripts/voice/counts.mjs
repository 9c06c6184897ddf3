/**
 * How often each pattern occurs, by area, kind and pattern. `patterns` names the patterns that were counted, so that a
 * new one can be told from one that has not occurred so far.
 *
 * @typedef {{ readonly patterns: readonly string[], readonly counts: Readonly<Record<string, number>> }} Baseline
 * @typedef {{ readonly key: string, readonly before: number, readonly now: number }} Change
 */

/** @type {(hit: Pick<import('./find-hits.mjs').Hit, 'area' | 'kind' | 'pattern'>) => string} */
export const keyOf = ({ area, kind, pattern }) => `${area} ${kind} ${pattern}`;

/** @type {(hits: readonly import('./find-hits.mjs').Hit[], patterns: readonly string[]) => Baseline} */
export const countHits = (hits, patterns) => {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const key of hits.map(keyOf).sort()) counts[key] = (counts[key] ?? 0) + 1;
  return { patterns: [...patterns].sort(), counts };
};

/**
 * Lists the counts that rose and those that fell.
 *
 * @param {Baseline} baseline
 * @param {Baseline} current
 */
export const compareCounts = (baseline, current) => {
  const keys = [...new Set([...Object.keys(baseline.counts), ...Object.keys(current.counts)])].sort();
  /** @type {readonly Change[]} */
  const changes = keys.map((key) => ({ key, before: baseline.counts[key] ?? 0, now: current.counts[key] ?? 0 }));
  return {
    rises: changes.filter(({ before, now }) => now > before),
    falls: changes.filter(({ before, now }) => now < before),
  };
};

/**
 * Lists what keeps the current counts from becoming the baseline: a kind and pattern whose sum over all areas rose.
 * Text may move from one area to another, and a pattern that is new to the baseline starts with what it finds.
 *
 * @param {Baseline} baseline
 * @param {Baseline} current
 * @returns {readonly Change[]}
 */
export const refusedRises = (baseline, current) => {
  const known = new Set(baseline.patterns);
  return compareCounts(sumAreas(baseline), sumAreas(current)).rises.filter(({ key }) =>
    known.has(key.split(' ').at(-1) ?? ''),
  );
};

/** @type {(counted: Baseline) => Baseline} */
const sumAreas = ({ patterns, counts }) => {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const [key, count] of Object.entries(counts)) {
    const sum = key.slice(key.indexOf(' ') + 1);
    sums[sum] = (sums[sum] ?? 0) + count;
  }
  return { patterns, counts: sums };
};
