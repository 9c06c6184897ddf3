/** Quotes a word for bash, zsh and fish. */
export const quoteWord = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
