import { limits } from './limits.ts';
import { isFoundIn } from './pattern.ts';

interface Operator {
  /** The kind of the right operand. */
  readonly takes: 'value' | 'list' | 'pattern' | 'nothing';
  holds(left: unknown, right: unknown): boolean;
}

/**
 * The operators of conditions. A path without a value satisfies only `!=`. Compared with a number, a numeric string
 * counts as a number, because headers are strings.
 */
export const operators = {
  '==': { takes: 'value', holds: (left, right) => equal(left, right) },
  '!=': { takes: 'value', holds: (left, right) => !equal(left, right) },
  '<': { takes: 'value', holds: (left, right) => order(left, right) < 0 },
  '<=': { takes: 'value', holds: (left, right) => order(left, right) <= 0 },
  '>': { takes: 'value', holds: (left, right) => order(left, right) > 0 },
  '>=': { takes: 'value', holds: (left, right) => order(left, right) >= 0 },
  /** A substring, ignoring case; or one of the items of a list. */
  contains: { takes: 'value', holds: (left, right) => isText(left, right) || isItem(right, left) },
  /** The opposite of `contains` for lists. */
  in: { takes: 'list', holds: (left, right) => isItem(left, right) },
  /** A pattern found anywhere in a string. */
  matches: {
    takes: 'pattern',
    holds: (left, right) => typeof left === 'string' && isFoundIn(left, right),
  },
  /** There, and not null. */
  exists: { takes: 'nothing', holds: (left) => left !== undefined && left !== null },
} as const satisfies Readonly<Record<string, Operator>>;

export type OperatorName = keyof typeof operators;

/** True for a word or sign that is one of the operators. */
export const isOperator = (word: string): word is OperatorName => Object.hasOwn(operators, word);

/** Lists and objects equal nothing; what does not exist equals nothing, not even null. */
const equal = (left: unknown, right: unknown): boolean => {
  if (left === undefined || (typeof left === 'object' && left !== null)) return false;
  return left === right || order(left, right) === 0;
};

/** Negative, zero or positive, as in a sort; NaN if the two values have no order. */
const order = (left: unknown, right: unknown): number => {
  if (typeof left === 'string' && typeof right === 'string') return left === right ? 0 : left < right ? -1 : 1;
  if (typeof left !== 'number' && typeof right !== 'number') return Number.NaN;
  return numberOf(left) - numberOf(right);
};

const written = /^\s*-?\d{1,20}(?:\.\d{1,20})?\s*$/;
const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.length < 50 && written.test(value) ? Number(value) : Number.NaN;
};

const isText = (whole: unknown, part: unknown): boolean =>
  typeof whole === 'string' &&
  typeof part === 'string' &&
  whole.slice(0, limits.textSeen).toLowerCase().includes(part.slice(0, limits.textSeen).toLowerCase());

const isItem = (item: unknown, list: unknown): boolean =>
  Array.isArray(list) && list.slice(0, limits.itemsSeen).some((candidate) => equal(candidate, item));
