import type { Claim } from '../artifacts.ts';

type Source = Claim['source'];

interface Word {
  readonly text: string;
  readonly line: number;
}

/** The most words of marks, addresses and tags between two words of a sentence. */
const widestGap = 40;
const mostAttempts = 200;

/**
 * Finds the lines of sentences inside the lines of a fact: those that hold the words of the sentence in their order.
 * Sentences are asked for in their order, so a repeated one is found at its next place. A sentence that cannot be
 * found cites all lines.
 */
export const createLocator = (lines: readonly string[], source: Source): ((sentence: string) => Source) => {
  const words = lines
    .slice(source.start_line - 1, source.end_line)
    .flatMap((line, index) => wordsOf(line).map((text): Word => ({ text, line: source.start_line + index })));
  const places = new Map<string, number[]>();
  for (const [index, { text }] of words.entries()) {
    const known = places.get(text);
    if (known) known.push(index);
    else places.set(text, [index]);
  }
  let next = 0;
  return (sentence) => {
    const wanted = wordsOf(sentence);
    const starts = places.get(wanted[0] ?? '') ?? [];
    const later = starts.filter((start) => start >= next);
    for (const start of [...later, ...starts.filter((each) => each < next)].slice(0, mostAttempts)) {
      const end = endOf(words, start, wanted);
      if (end === undefined) continue;
      next = end + 1;
      return {
        ...source,
        start_line: words[start]?.line ?? source.start_line,
        end_line: words[end]?.line ?? source.end_line,
      };
    }
    return source;
  };
};

const endOf = (words: readonly Word[], start: number, wanted: readonly string[]): number | undefined => {
  let at = start;
  for (const word of wanted.slice(1)) {
    const limit = Math.min(words.length, at + 1 + widestGap);
    let found = at + 1;
    while (found < limit && words[found]?.text !== word) found += 1;
    if (found >= limit) return undefined;
    at = found;
  }
  return at;
};

/** Words in lower case. Sentences with the same words say the same. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
