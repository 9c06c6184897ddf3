import { findSimilar } from '@recourse/contract/similar';

/** ` Did you mean A or B?`, or nothing if nothing is near. */
export const didYouMean = (wanted: string, candidates: readonly string[]): string => {
  const similar = nearest(wanted, candidates);
  return similar.length === 0 ? '' : ` Did you mean ${orList(similar)}?`;
};

/** The candidates nearest to a name, best first. */
export const nearest = (wanted: string, candidates: readonly string[]): readonly string[] =>
  findSimilar(wanted, candidates).map(({ ref }) => String(ref));

/** `A, B or C`. */
export const orList = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
