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
  const most = options.most ?? 3;
  const found: { readonly similar: Similar; readonly rank: number }[] = [];
  for (const candidate of candidates.slice(0, mostCandidates)) {
    const similar: Similar =
      typeof candidate === 'object'
        ? candidate
        : { ref: candidate, ...(options.role !== undefined && { role: options.role }) };
    const distance = Math.min(
      distanceTo(target, normalise(similar.ref)),
      similar.name === undefined ? Infinity : distanceTo(target, normalise(similar.name)),
    );
    if (distance === Infinity) continue;
    const otherRole = options.role !== undefined && similar.role !== options.role;
    found.push({ similar, rank: distance + (otherRole ? 0.5 : 0) });
  }
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ similar }) => similar);
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
  const contains = shorter.length >= 3 && `_${longer}_`.includes(`_${shorter}_`);
  return contains ? allowed + 1 : Infinity;
};

/** Optimal string alignment: a swap of two neighbours, the commonest slip of a typist, counts as one edit. */
const editDistance = (one: string, other: string, limit: number): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return Infinity;
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? Infinity;
};
