import { stemOf } from '../words/stem.ts';
import { synonymsOf } from '../words/synonyms.ts';
import { isGeneric, isGrammar, isNegator } from '../words/word-lists.ts';
import { boundOf, digitsOf, numberOfWord, unitOf } from './numbers.ts';
import type { Bound } from './numbers.ts';
import { splitTokens } from './split-tokens.ts';
import type { RawToken } from './split-tokens.ts';

/** A word with a meaning. */
export interface Word {
  readonly text: string;
  readonly stem: string;
  /** Its place among the parts of the text. */
  readonly at: number;
}

/** A number, and what it counts. */
export interface Quantity {
  readonly text: string;
  /** Digits in one form, such as `3.8`. */
  readonly digits: string;
  readonly unit: string | undefined;
  readonly bound: Bound | undefined;
  /** The stems next to it: two on each side. */
  readonly near: ReadonlySet<string>;
  readonly at: number;
  /** The places of the words that express its bound. */
  readonly boundAt: readonly number[];
}

/** A negation, with the first word that it denies. */
interface Negation {
  readonly text: string;
  readonly head: string | undefined;
  readonly at: number;
}

/** A sentence or a claim, taken apart. */
export interface Statement {
  readonly text: string;
  readonly tokens: readonly RawToken[];
  readonly words: readonly Word[];
  readonly stems: ReadonlySet<string>;
  readonly quantities: readonly Quantity[];
  readonly negations: readonly Negation[];
  readonly codes: readonly string[];
  readonly urls: readonly string[];
}

/** Takes a sentence or a claim apart without understanding it, in time proportional to its length. */
export const readStatement = (text: string, codes: readonly string[] = [], names?: RegExp): Statement => {
  const tokens = splitTokens(text, codes, names);
  const lower = tokens.map((token) => token.text.toLowerCase());
  const words: Word[] = [];
  const quantities: Quantity[] = [];
  const negations: Negation[] = [];
  for (const [at, token] of tokens.entries()) {
    const { kind } = token;
    if (kind === 'code' || kind === 'url') continue;
    const digits = kind === 'number' ? digitsOf(token.text) : digitsOfWord(tokens, at);
    if (digits !== undefined) {
      quantities.push(quantityOf(tokens, lower, at, digits));
    } else if (isNegator(token.text) && lower.slice(Math.max(0, at - 2), at).join(' ') !== 'whether or') {
      negations.push({ text: token.text, head: headOf(tokens, at), at });
    } else if (!isGrammar(token.text) && !isLonger(lower, at)) {
      words.push({ text: token.text, stem: stemOf(token.text), at });
    }
  }
  return {
    text,
    tokens,
    words,
    stems: new Set(words.map(({ stem }) => stem)),
    quantities,
    negations,
    codes: tokens.flatMap((token) => (token.kind === 'code' ? [token.text] : [])),
    urls: tokens.flatMap((token) => (token.kind === 'url' ? [token.text] : [])),
  };
};

/** 'No longer' and 'any more' are negations, not comparisons. */
const isLonger = (lower: readonly string[], at: number): boolean =>
  /^(?:any|no) (?:more|longer)$/u.test(`${lower[at - 1] ?? ''} ${lower[at] ?? ''}`);

/** The digits of a number word. A second after a number is a unit, not an ordinal. */
const digitsOfWord = (tokens: readonly RawToken[], at: number): string | undefined => {
  const word = tokens[at]?.text ?? '';
  if (word.toLowerCase() === 'second' && tokens[at - 1]?.kind === 'number') return undefined;
  return numberOfWord(word);
};

const quantityOf = (tokens: readonly RawToken[], lower: readonly string[], at: number, digits: string): Quantity => {
  const { text = '' } = tokens[at] ?? {};
  const next = tokens[at + 1];
  const unit = next?.kind === 'word' ? unitOf(next.text) : undefined;
  const rest = unit === undefined ? at + 1 : at + 2;
  const found = boundOf(text, lower.slice(Math.max(0, at - 3), at).join(' '), lower.slice(rest, rest + 2).join(' '));
  return {
    text: unit === undefined ? text : `${text} ${next?.text ?? ''}`,
    digits,
    unit,
    bound: found?.bound,
    near: new Set([...meaningful(tokens, at, -1), ...meaningful(tokens, at, 1)]),
    at,
    boundAt: [...placesFrom(at - (found?.before ?? 0), found?.before), ...placesFrom(rest, found?.after)],
  };
};

const placesFrom = (first: number, count = 0): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** The stems of the two nearest words with a meaning on one side. */
const meaningful = (tokens: readonly RawToken[], at: number, step: 1 | -1): readonly string[] => {
  const found: string[] = [];
  for (let index = at + step; index >= 0 && index < tokens.length && found.length < 2; index += step) {
    if (Math.abs(index - at) > mostSteps) break;
    const token = tokens[index];
    if (token?.kind === 'word' && !isGrammar(token.text)) found.push(stemOf(token.text));
  }
  return found;
};

const mostSteps = 8;

/** The first word after a negation that says something, in its clause; one that says little if there is no other. */
const headOf = (tokens: readonly RawToken[], at: number): string | undefined => {
  let generic: string | undefined;
  for (const token of tokens.slice(at + 1, at + 1 + mostSteps)) {
    if (token.clause !== tokens[at]?.clause) break;
    if (token.kind !== 'word' || isGrammar(token.text)) continue;
    const stem = stemOf(token.text);
    if (!isGeneric(stem)) return stem;
    generic ??= stem;
  }
  return generic;
};

/** Whether a statement has a stem, or one that means the same. */
export const hasWord = ({ stems }: Statement, stem: string): boolean => {
  if (stems.has(stem)) return true;
  for (const synonym of synonymsOf(stem)) if (stems.has(synonym)) return true;
  return false;
};
