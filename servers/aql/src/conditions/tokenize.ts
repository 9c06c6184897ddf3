import { ConditionError } from './condition-error.ts';

/** One word, text, number or sign of a condition, and where it begins. */
export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'sign' | 'end';
  /** A string without its quotes, everything else as it is written. */
  readonly text: string;
  readonly position: number;
}

const space = /\s*/y;
const word = /[A-Za-z_$][\w$-]*/y;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** The last four are not operators here: they are read so that the problem can suggest the right one. */
const sign = /==|!=|<=|>=|[<>()[\].,]|&&|\|\||[=!]/y;
/** A quote inside a string is doubled; a backslash is nothing special, because patterns are full of them. */
const text = /'(?:[^']|'')*'|"(?:[^"]|"")*"/y;

/** Cuts a condition into tokens, the last of which is its end. */
export const tokenize = (source: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (let position = endOf(space, source, 0); position < source.length;) {
    const token = tokenAt(source, position);
    tokens.push(token.token);
    position = endOf(space, source, token.end);
  }
  tokens.push({ kind: 'end', text: '', position: source.length });
  return tokens;
};

const kinds = [
  ['word', word],
  ['number', number],
  ['sign', sign],
] as const;

const tokenAt = (source: string, position: number): { readonly token: Token; readonly end: number } => {
  const quote = source.charAt(position);
  if (quote === "'" || quote === '"') return textAt(source, position, quote);
  for (const [kind, pattern] of kinds) {
    const end = endOf(pattern, source, position);
    if (end > position) return { token: { kind, text: source.slice(position, end), position }, end };
  }
  const found = String.fromCodePoint(source.codePointAt(position) ?? 0);
  throw new ConditionError(`expected a path, a value or an operator, found '${found}'`, position);
};

const textAt = (source: string, position: number, quote: string) => {
  const end = endOf(text, source, position);
  if (end === position)
    throw new ConditionError(`expected a closing ${quote} for the string that begins here`, position);
  const inner = source.slice(position + 1, end - 1).replaceAll(quote + quote, quote);
  return { token: { kind: 'text', text: inner, position } as const, end };
};

/** Where a pattern that begins here ends; here, where it does not fit. */
const endOf = (pattern: RegExp, source: string, position: number): number => {
  pattern.lastIndex = position;
  return pattern.test(source) ? pattern.lastIndex : position;
};
