import type { Placed } from './placed.ts';
import type { ShownElement } from './reference.ts';

const mostSimilar = 5;
/** Longer names are compared by their beginnings. */
const mostCompared = 60;
const least = 3;

/**
 * The elements most like one that is gone, best first: by role, name, containers and place. Of elements with the same role
 * and name, which an answer cannot tell apart, only the best is returned.
 */
export const findSimilar = (was: ShownElement, all: readonly Placed[]): readonly Placed[] => {
  const ranked = all
    .map((placed) => ({ placed, score: scoreOf(was, placed) }))
    .filter(({ score }) => score >= least)
    .toSorted((one, other) => other.score - one.score || distance(was, one.placed) - distance(was, other.placed));
  const similar = new Map<string, Placed>();
  for (const { placed } of ranked) {
    const look = `${placed.element.role} ${placed.element.name}`;
    if (!similar.has(look)) similar.set(look, placed);
    if (similar.size === mostSimilar) break;
  }
  return [...similar.values()];
};

const scoreOf = (was: ShownElement, { element, ancestors, position }: Placed): number => {
  const role = was.role === element.role ? 3 : 0;
  const name = 5 * nameLikeness(was.name, element.name);
  // Elements of the same role without a likeness in name are too many to help.
  if (was.name !== '' && name < 1.5) return 0;
  const context = was.context !== undefined && was.context === element.context ? 3 : 0;
  const shared = was.ancestors.filter((ancestor) => ancestors.includes(ancestor)).length;
  const around = was.ancestors.length === 0 ? 0 : (2 * shared) / was.ancestors.length;
  const near = 1 / (1 + Math.abs(was.position - position) / 10);
  return role + name + context + around + near;
};

const distance = (was: ShownElement, { position }: Placed): number => Math.abs(was.position - position);

/** How alike two names are, from 0 to 1. */
export const nameLikeness = (one: string, other: string): number => {
  const a = one.toLowerCase().slice(0, mostCompared);
  const b = other.toLowerCase().slice(0, mostCompared);
  if (a === b) return 1;
  if (a === '' || b === '') return 0;
  const shorter = Math.min(a.length, b.length);
  if (shorter >= 3 && (a.includes(b) || b.includes(a))) return 0.7 + (0.3 * shorter) / Math.max(a.length, b.length);
  return 1 - editDistance(a, b) / Math.max(a.length, b.length);
};

const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, change));
    }
    row = next;
  }
  return row[b.length] as number;
};
