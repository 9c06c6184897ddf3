import type { Similar } from './failure.ts';

export interface SimilarOptions {
  /** What kind of thing was meant; a candidate of the same role comes before one that is spelt as closely. */
  readonly role?: string;
  /** How many to name. */
  readonly most?: number;
}

/** Beyond this a search costs more than it helps: only the start of a long text is compared. */
const longestText = 64;
const mostCandidates = 5000;

/**
 * The candidates nearest to what was asked for, best first: by edit distance on the reference or its name, whichever
 * is nearer, then by role. What is further off than about a third of its length is not similar, and is left out.
 */
export const findSimilar = (
  wanted: string | number,
  candidates: readonly (Similar | string | number)[],
  options: SimilarOptions = {},
): readonly Similar[] => {
  const target = normalise(wanted);
  if (target === '') return [];
  const { most = 3, role } = options;
  const found: { readonly candidate: Similar | string | number; readonly rank: number }[] = [];
  const names = normalisedNames(candidates);
  for (let index = 0; index < names.length; index += 1) {
    const candidate = candidates[index];
    const name = names[index];
    if (candidate === undefined || name === undefined) continue;
    const distance = Math.min(
      distanceTo(target, name.ref),
      name.name === undefined ? Infinity : distanceTo(target, name.name),
    );
    if (distance === Infinity) continue;
    const otherRole = role !== undefined && typeof candidate === 'object' && candidate.role !== role;
    found.push({ candidate, rank: distance + (otherRole ? 0.5 : 0) });
  }
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ candidate }) =>
      typeof candidate === 'object' ? candidate : { ref: candidate, ...(role !== undefined && { role }) },
    );
};

interface NormalisedName {
  readonly ref: string;
  readonly name: string | undefined;
}

/** The names of a server's tools are asked for again with every slip; they are prepared once. */
const prepared = new WeakMap<readonly unknown[], readonly NormalisedName[]>();

const normalisedNames = (candidates: readonly (Similar | string | number)[]): readonly NormalisedName[] => {
  const known = prepared.get(candidates);
  if (known?.length === Math.min(candidates.length, mostCandidates)) return known;
  const names = candidates
    .slice(0, mostCandidates)
    .map((candidate) =>
      typeof candidate === 'object'
        ? { ref: normalise(candidate.ref), name: candidate.name === undefined ? undefined : normalise(candidate.name) }
        : { ref: normalise(candidate), name: undefined },
    );
  // Only a list that cannot change under us may be remembered.
  if (Object.isFrozen(candidates)) prepared.set(candidates, names);
  return names;
};

const normalise = (text: string | number): string =>
  String(text)
    .slice(0, longestText)
    .toLowerCase()
    .replace(/[-_\s.]+/g, '_');

/** The edit distance where it is near enough to count, else infinity. A prefix or a whole word counts as near. */
const distanceTo = (target: string, candidate: string): number => {
  if (candidate === target) return 0;
  const allowed = Math.max(1, Math.floor(Math.max(target.length, candidate.length) / 3));
  if (Math.abs(target.length - candidate.length) <= allowed) {
    const distance = editDistance(target, candidate, allowed);
    if (distance <= allowed) return distance;
  }
  const [shorter, longer] = target.length < candidate.length ? [target, candidate] : [candidate, target];
  // Most names do not hold each other at all, and then no word of theirs needs to be looked for.
  const contains = shorter.length >= 3 && longer.includes(shorter) && `_${longer}_`.includes(`_${shorter}_`);
  return contains ? allowed + 1 : Infinity;
};

const rows = [
  new Uint8Array(longestText + 2),
  new Uint8Array(longestText + 2),
  new Uint8Array(longestText + 2),
] as const;
const far = 250;

/**
 * Optimal string alignment: a swap of two neighbours, the commonest slip of a typist, counts as one edit. Only the
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
