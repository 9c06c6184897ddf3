import { findSimilar } from '@recourse/contract';
import type { AdapterOperation } from '../adapter/adapter.ts';

/** The weight of a word, by the field that has it. */
const weights = { name: 4, tags: 3, description: 2, path: 1 } as const;
const fields = Object.keys(weights) as readonly (keyof typeof weights)[];

/** Words that say nothing about an operation. */
const fillers: ReadonlySet<string> = new Set(
  'a an and any by for from in is it its of on or that the to with'.split(' '),
);

type Words = Readonly<Record<keyof typeof weights, ReadonlySet<string>>>;

/**
 * Ranks operations by how well they match the words of a query: rare words count more than frequent ones, a word of the
 * name more than one of the description, and a match in few words more than one in many. Operations without any of the
 * words are left out. If none has any, returns the operations with similar names.
 */
export const searchOperations = (
  operations: readonly AdapterOperation[],
  query: string,
): readonly AdapterOperation[] => {
  const all = [...new Set(wordsIn(query))];
  const telling = all.filter((word) => !fillers.has(word));
  const wanted = telling.length > 0 ? telling : all;
  const indexed = operations.map((operation) => ({ operation, words: wordsOf(operation) }));
  const matches = wanted.map((word) => indexed.map(({ words }) => matchOf(words, word)));
  const scored = indexed.map(({ operation, words }, index) => ({
    operation,
    score: matches.reduce((sum, scores) => sum + (scores[index] ?? 0) * rarity(scores), 0) * focus(words, wanted),
  }));
  const found = scored.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
  return found.length > 0 ? found.map(({ operation }) => operation) : similarTo(operations, query);
};

const wordsOf = ({ name, tags = [], description, path, method }: AdapterOperation): Words => ({
  name: new Set(wordsIn(name)),
  tags: new Set(tags.flatMap(wordsIn)),
  description: new Set(wordsIn(description)),
  path: new Set(wordsIn(`${method} ${path}`)),
});

/** Lower-case words without a plural `s`. */
const wordsIn = (text: string): readonly string[] =>
  (
    text
      .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word));

/** The weight of the best place that has the word; half of it where only the beginning of a word fits. */
const matchOf = (words: Words, word: string): number => {
  let best = 0;
  for (const field of fields) {
    if (words[field].has(word)) best = Math.max(best, weights[field]);
    else if (word.length > 2 && [...words[field]].some((one) => one.startsWith(word))) {
      best = Math.max(best, weights[field] / 2);
    }
  }
  return best;
};

/** Between 0.5 and 1: the more of an operation's own words are wanted, the better it matches. */
const focus = ({ name, description }: Words, wanted: readonly string[]): number =>
  0.5 + (shareOf(name, wanted) + shareOf(description, wanted)) / 4;

const shareOf = (words: ReadonlySet<string>, wanted: readonly string[]): number => {
  const own = [...words].filter((word) => !fillers.has(word));
  return own.length === 0 ? 0 : own.filter((word) => wanted.some((one) => word.startsWith(one))).length / own.length;
};

const rarity = (scores: readonly number[]): number =>
  Math.log(1 + scores.length / (1 + scores.filter((score) => score > 0).length));

const similarTo = (operations: readonly AdapterOperation[], query: string): readonly AdapterOperation[] => {
  const names = operations.map(({ name }) => name);
  const near = findSimilar(query.trim().toLowerCase().replace(/\s+/g, '_'), names, { most: 5 });
  return near.flatMap(({ ref }) => operations.find(({ name }) => name === ref) ?? []);
};
