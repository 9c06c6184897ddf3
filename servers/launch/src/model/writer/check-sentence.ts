import { findHiddenCharacter } from '@recourse/contract/hidden-characters';
import type { Claim } from '../../artifacts.ts';
import { commandWords, negations, plainWords } from './plain-words.ts';
import { speaksToModel } from './speaks-to-model.ts';
import { formOf, hasWord, plain, tokensOf, wordsOf } from './words.ts';

/** A rule that a sentence of a model breaks. */
export type SentenceProblem =
  | 'length'
  | 'hidden_characters'
  | 'markup'
  | 'address'
  | 'speaks_to_model'
  | 'unknown_code'
  | 'unknown_value'
  | 'unknown_word'
  | 'command'
  | 'mixed_claims'
  | 'negation';

type Told = Pick<Claim, 'text' | 'subject'>;

const shortest = 15;
const longest = 400;

/** Outside of code, a sentence is letters, digits and the marks of prose. */
const prose = /^[\p{L}\p{M}\p{N} .,;:!?'"()’“”‘–—\-/&%+@#=$_*]*$/u;
const address = /:\/\/|\bwww\.|\bmailto:|\bjavascript:|\bdata:|\S@\S+\.\S/iu;
const code = /`([^`\n]+)`/gu;

/**
 * Judges a sentence of a model by the claims that it cites. Nothing in it may come from elsewhere: words, numbers, names
 * and code are those of the claims, and addresses are never taken from a model. Returns the first rule that it breaks.
 */
export const checkSentence = (
  text: string,
  claims: readonly Told[],
  productName: string,
): SentenceProblem | undefined => {
  if (text.length < shortest || text.length > longest) return 'length';
  if (findHiddenCharacter(text)) return 'hidden_characters';
  const known = claims.flatMap(({ text: said, subject = '' }) => [said, subject]);
  const codes = [...text.matchAll(code)].map(([, inner = '']) => inner.trim());
  const rest = text.replaceAll(code, ' ');
  if (!prose.test(rest)) return 'markup';
  if (address.test(text)) return 'address';
  if (speaksToModel(text)) return 'speaks_to_model';
  if (codes.some((one) => !known.some((said) => holdsWhole(said, one)))) return 'unknown_code';
  return checkWords(rest, { known: [...known, productName], claims, productName });
};

interface Support {
  /** All texts that words may come from. */
  readonly known: readonly string[];
  readonly claims: readonly Told[];
  readonly productName: string;
}

const checkWords = (rest: string, { known, claims, productName }: Support): SentenceProblem | undefined => {
  const values = new Set(known.flatMap(tokensOf));
  const words = wordsOf(known.join(' '));
  for (const token of tokensOf(rest)) {
    if (!/^[\p{L}\p{M}'’–—-]+$/u.test(token)) {
      if (!values.has(token) && !known.some((said) => holdsWhole(said, token))) return 'unknown_value';
      continue;
    }
    const isKnown = (part: string): boolean =>
      plainWords.has(plain(part)) || negations.has(plain(part)) || hasWord(words, part);
    if (!token.split(/[–—-]+/u).every(isKnown)) return 'unknown_word';
  }
  if (clausesOf(rest).some(([first = '']) => commandWords.has(plain(first)) && !words.has(plain(first)))) {
    return 'command';
  }
  const said = claims.map(({ text }) => text);
  if (turnsAround(rest, said)) return 'negation';
  return mixesClaims(rest, claims, productName) ? 'mixed_claims' : undefined;
};

/** The tokens of each clause, as far as punctuation shows clauses. */
const clausesOf = (text: string): readonly (readonly string[])[] =>
  text.split(/[,;:()]\s|\s[–—-]\s|\b(?:and|or|then)\b/u).map(tokensOf);

/**
 * Whether two neighbouring words of a clause come from two claims: then the sentence says what neither of them says. The
 * name of the product goes with every claim, because claims often say `it`.
 */
const mixesClaims = (text: string, claims: readonly Told[], productName: string): boolean => {
  const spoken = claims.map((claim) => wordsOf(`${claim.text} ${claim.subject ?? ''}`));
  const name = wordsOf(productName);
  const share = (one: string, other: string): boolean =>
    spoken.some((words) => hasWord(words, one) && hasWord(words, other));
  const isTelling = (token: string): boolean =>
    !plainWords.has(plain(token)) && !hasWord(name, token) && spoken.some((words) => hasWord(words, token));
  return clausesOf(text).some((tokens) => {
    const telling = tokens.filter(isTelling);
    return telling.some((token, index) => index > 0 && !share(telling[index - 1] ?? '', token));
  });
};

/** Whether a sentence denies something that its claims do not deny, or says something that they do. */
const turnsAround = (text: string, claims: readonly string[]): boolean => {
  const denied = deniedIn(text);
  const deniedByClaims = new Set(claims.flatMap((claim) => [...deniedIn(claim)]));
  const said = new Set(tokensOf(text).map(formOf));
  const isInvented = [...denied].some((word) => !deniedByClaims.has(word));
  return isInvented || [...deniedByClaims].some((word) => !denied.has(word) && said.has(word));
};

/** The words that negations are about: the next word after each that does more than connect. */
const deniedIn = (text: string): ReadonlySet<string> => {
  const tokens = tokensOf(text).map(plain);
  const isAbout = (token: string): boolean => !plainWords.has(token) && !negations.has(token);
  return new Set(
    tokens.flatMap((token, index) =>
      negations.has(token) ? [formOf(tokens.slice(index + 1).find(isAbout) ?? '')] : [],
    ),
  );
};

/** Whether a text holds a part that does not begin or end inside a longer name or number. */
const holdsWhole = (text: string, part: string): boolean => {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + part.length, at + part.length + 2);
    if (!goesOnBefore(before, part) && !goesOnAfter(after, part)) return true;
  }
  return false;
};

const goesOnBefore = (before: string, part: string): boolean =>
  (/^[\p{L}\p{N}_]/u.test(part) && /[\p{L}\p{N}_]$/u.test(before)) || (/^\d/u.test(part) && /\d[.,]$/u.test(before));

const goesOnAfter = (after: string, part: string): boolean =>
  (/[\p{L}\p{N}_]$/u.test(part) && /^[\p{L}\p{N}_]/u.test(after)) || (/\d$/u.test(part) && /^[.,]\d/u.test(after));
