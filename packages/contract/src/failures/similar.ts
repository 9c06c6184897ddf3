import type { Similar } from './failure.ts';
import { NameIndex, nearOf } from './name-index.ts';
import { RecentSearches } from './recent-searches.ts';

export interface SimilarOptions {
  /** The intended role; a candidate with the same role precedes an equally similar one. */
  readonly role?: string;
  /** The maximum number of results. */
  readonly most?: number;
}

/** Beyond this a search costs more than it helps: only the start of a long text is compared. */
const longestText = 64;
const mostCandidates = 5000;

/**
 * Finds the candidates that are most similar to a wanted name, best first: by edit distance on the reference or its
 * name, whichever is nearer, then by role. Candidates that differ in more than about a third of their length are left
 * out.
 */
export const findSimilar = (
  wanted: string | number,
  candidates: readonly (Similar | string | number)[],
  options: SimilarOptions = {},
): readonly Similar[] => {
  const target = prepare(wanted);
  if (target.text === '') return [];
  const { most = 3, role } = options;
  const index = indexOf(candidates);
  const places = index
    ? index.recent.find(
        `${most} ${target.text}`,
        () => index.nearest(target.text, most) ?? scan(target, candidates, options),
      )
    : scan(target, candidates, options);
  return places.map((place) => shown(candidates[place] ?? '', role));
};

/** Compares every candidate. Returns the places of the nearest, best first. */
const scan = (
  target: Prepared,
  candidates: readonly (Similar | string | number)[],
  { most = 3, role }: SimilarOptions,
): readonly number[] => {
  /** The best so far, best first; of two that are equally near, the earlier. */
  const found: { readonly index: number; readonly rank: number }[] = [];
  const names = preparedNames(candidates);
  for (let index = 0; index < names.length; index += 1) {
    const candidate = candidates[index];
    const name = names[index];
    if (candidate === undefined || name === undefined) continue;
    const otherRole = role !== undefined && typeof candidate === 'object' && candidate.role !== role ? 0.5 : 0;
    // A candidate that cannot beat the worst of the best so far is abandoned early.
    const worst = found.length < most ? Infinity : (found[found.length - 1]?.rank ?? Infinity);
    const limit = worst - otherRole;
    const distance = Math.min(
      distanceTo(target, name.ref, limit),
      name.name === undefined ? Infinity : distanceTo(target, name.name, limit),
    );
    const rank = distance + otherRole;
    if (rank === Infinity || rank >= worst) continue;
    if (found.length === most) found.pop();
    const place = found.findIndex((other) => other.rank > rank);
    found.splice(place === -1 ? found.length : place, 0, { index, rank });
  }
  return found.map(({ index }) => index);
};

const shown = (candidate: Similar | string | number, role: string | undefined): Similar =>
  typeof candidate === 'object' ? candidate : { ref: candidate, ...(role !== undefined && { role }) };

/** Scanning a short list is faster than indexing it. */
const fewestIndexed = 50;
interface Indexed {
  readonly recent: RecentSearches;
  /** The places of the nearest names; undefined if the index cannot tell. */
  nearest(text: string, most: number): readonly number[] | undefined;
}

const indexes = new WeakMap<readonly unknown[], Indexed>();

/** The index of a long list of plain names that cannot change, such as the tools of a server. */
const indexOf = (candidates: readonly (Similar | string | number)[]): Indexed | undefined => {
  const known = indexes.get(candidates);
  if (known || candidates.length < fewestIndexed || !Object.isFrozen(candidates)) return known;
  if (candidates.some((candidate) => typeof candidate === 'object')) return undefined;
  const index = new NameIndex(preparedNames(candidates).map(({ ref }) => ref.text));
  const indexed: Indexed = {
    recent: new RecentSearches(),
    nearest: (text, most) => index.nearest(text, most)?.map((found) => found.index),
  };
  indexes.set(candidates, indexed);
  return indexed;
};

/** A string as it is compared, and which characters it has: a bit for each, some of them shared. */
interface Prepared {
  readonly text: string;
  readonly letters: number;
}

interface PreparedNames {
  readonly ref: Prepared;
  readonly name: Prepared | undefined;
}

/** The names of a server's tools are searched for every misspelled name, so they are prepared once. */
const prepared = new WeakMap<readonly unknown[], readonly PreparedNames[]>();

const preparedNames = (candidates: readonly (Similar | string | number)[]): readonly PreparedNames[] => {
  const known = prepared.get(candidates);
  if (known?.length === Math.min(candidates.length, mostCandidates)) return known;
  const names = candidates
    .slice(0, mostCandidates)
    .map((candidate) =>
      typeof candidate === 'object'
        ? { ref: prepare(candidate.ref), name: candidate.name === undefined ? undefined : prepare(candidate.name) }
        : { ref: prepare(candidate), name: undefined },
    );
  // Only a list that cannot change under us may be remembered.
  if (Object.isFrozen(candidates)) prepared.set(candidates, names);
  return names;
};

const prepare = (given: string | number): Prepared => {
  const text = String(given)
    .slice(0, longestText)
    .toLowerCase()
    .replace(/[-_\s.]+/g, '_');
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) letters |= 1 << (text.charCodeAt(index) & 31);
  return { text, letters };
};

/**
 * The edit distance where it is near enough to count and below the limit, else infinity. A prefix or a whole word
 * counts as near.
 */
const distanceTo = (target: Prepared, candidate: Prepared, limit: number): number => {
  const [one, other] = [target.text, candidate.text];
  if (one === other) return 0;
  const near = nearOf(one, other);
  const allowed = Math.min(near, Math.ceil(limit) - 1);
  // Each character that only one of them has takes an edit of its own.
  const least = Math.max(
    Math.abs(one.length - other.length),
    bits(target.letters & ~candidate.letters),
    bits(candidate.letters & ~target.letters),
  );
  if (least <= allowed) {
    const distance = editDistance(one, other, allowed);
    if (distance <= allowed) return distance;
  }
  if (near + 1 >= limit) return Infinity;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  // Most names do not contain each other at all, and then none of their words needs to be searched for.
  const contains = shorter.length >= 3 && longer.includes(shorter) && `_${longer}_`.includes(`_${shorter}_`);
  return contains ? near + 1 : Infinity;
};

/** How many bits are set. */
const bits = (mask: number): number => {
  let left = mask;
  let count = 0;
  while (left !== 0) {
    left &= left - 1;
    count += 1;
  }
  return count;
};

const rows = [
  new Uint8Array(longestText + 2),
  new Uint8Array(longestText + 2),
  new Uint8Array(longestText + 2),
] as const;
const far = 250;

/**
 * Optimal string alignment: swapping two adjacent characters, the most common typo, counts as one edit. Only the
 * band around the diagonal that can stay within the limit is computed, in rows that are used again.
 */
const editDistance = (one: string, other: string, limit: number): number => {
  let [beforeLast, last, current]: [Uint8Array, Uint8Array, Uint8Array] = [...rows];
  for (let column = 0; column <= other.length; column += 1) last[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    const from = Math.max(1, row - limit);
    const to = Math.min(other.length, row + limit);
    current[from - 1] = from === 1 ? row : far;
    let best = far;
    for (let column = from; column <= to; column += 1) {
      const same = one.charCodeAt(row - 1) === other.charCodeAt(column - 1);
      let cost = (last[column - 1] ?? far) + (same ? 0 : 1);
      cost = Math.min(cost, (current[column - 1] ?? far) + 1);
      // Above the band nothing was computed in the row before.
      if (column < row + limit) cost = Math.min(cost, (last[column] ?? far) + 1);
      const swapped =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1);
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? far) + 1);
      current[column] = cost;
      best = Math.min(best, cost);
    }
    if (best > limit) return Infinity;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[other.length] ?? Infinity;
};
