import { findSimilar } from '@recourse/contract';

/** The candidate that an unknown name stands for: the only one that is near. Case and separators do not count. */
export const meantName = (unknown: string, candidates: readonly string[]): string | undefined => {
  const plain = plainOf(unknown);
  const equal = candidates.filter((name) => plainOf(name) === plain);
  if (equal.length > 0) return equal.length === 1 ? equal[0] : undefined;
  const [near, another] = findSimilar(unknown, candidates, { most: 2 });
  return near && !another ? String(near.ref) : undefined;
};

const plainOf = (name: string): string => name.replaceAll(/[_\-. ]/g, '').toLowerCase();
