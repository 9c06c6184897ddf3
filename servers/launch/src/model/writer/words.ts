/** The words of a text, in lower case; the parts of identifiers and compounds count as words too. */
export const wordsOf = (text: string): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const [run] of text.matchAll(/[\p{L}\p{M}\p{N}_'’-]+/gu)) {
    for (const part of [
      run,
      ...run.split(/[_-]+/u),
      ...run.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[\s_-]+/u),
    ]) {
      const word = plain(part);
      if (word === '') continue;
      words.add(word);
      words.add(stemOf(word));
    }
  }
  return words;
};

/** Runs of characters without spaces, without the punctuation around them. */
export const tokensOf = (text: string): readonly string[] =>
  text
    .split(/\s+/u)
    .map((token) => token.replaceAll(/^[("'“‘[{<`]+|[)"'”’\]}>`.,;:!?…]+$/gu, ''))
    .filter((token) => token !== '');

/** Whether words have a word, in this or another form of it. */
export const hasWord = (words: ReadonlySet<string>, given: string): boolean => {
  const word = plain(given);
  return word === '' || words.has(word) || words.has(stemOf(word));
};

/** In lower case, with straight apostrophes, without a possessive ending. */
export const plain = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^'+|'+$/gu, '')
    .replace(/'s$/u, '');

/** The form under which all forms of a word are compared. */
export const formOf = (word: string): string => stemOf(plain(word));

const shortestStem = 3;

/** Cuts the common endings of English. Two forms of a word that it does not bring together count as two words. */
const stemOf = (word: string): string => {
  const cut = word
    .replace(/ies$/u, 'y')
    .replace(/(?:sses|shes|ches|xes)$/u, (end) => end.slice(0, -2))
    .replace(/(?:ing|ed|s)$/u, (end, at: number) => (at >= shortestStem && !word.endsWith('ss') ? '' : end))
    .replace(/e$/u, '')
    .replace(/([bdfgklmnprt])\1$/u, '$1');
  return cut.length >= shortestStem ? cut : word;
};
