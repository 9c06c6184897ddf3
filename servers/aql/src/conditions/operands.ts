import { ConditionError } from './condition-error.ts';
import type { Operand, Scalar } from './expression.ts';
import { limits } from './limits.ts';
import { parsePath } from './parse-path.ts';
import { compilePattern } from './pattern.ts';
import type { TokenReader } from './token-reader.ts';

const words: Readonly<Record<string, Scalar>> = { true: true, false: false, null: null };

/** A path or one value. */
export const parseOperand = (reader: TokenReader, expected: string): Operand => {
  const value = takeScalar(reader);
  return value === undefined ? parsePath(reader, expected) : { kind: 'value', value };
};

/** The operand after `in`: a literal list, or a path to one. */
export const parseList = (reader: TokenReader): Operand => {
  if (!reader.take('sign', '[')) return parsePath(reader, 'a list such as [403, 429], or a path to one');
  const items: Scalar[] = [];
  while (!reader.take('sign', ']')) {
    if (items.length > 0 && !reader.take('sign', ',')) return reader.refuse("',' or ']'");
    if (items.length === limits.listItems) return reader.refuse(`no more than ${limits.listItems} items`);
    const item = takeScalar(reader);
    if (item === undefined) return reader.refuse('a string, a number, true, false or null');
    items.push(item);
  }
  return { kind: 'value', value: items };
};

/** The operand of `matches`: a literal string, so that a pattern that cannot run is rejected when the condition is parsed. */
export const parsePattern = (reader: TokenReader): Operand => {
  const { kind, text, position } = reader.next;
  if (kind !== 'text') return reader.refuse('a pattern in quotes');
  if (text.length > limits.pattern) return reader.refuse(`a pattern of no more than ${limits.pattern} characters`);
  reader.advance();
  const pattern = compilePattern(text);
  if (typeof pattern === 'object') return { kind: 'value', value: pattern };
  throw new ConditionError(`expected a pattern that runs in linear time: ${pattern}`, position);
};

const takeScalar = (reader: TokenReader): Scalar | undefined => {
  const { kind, text } = reader.next;
  const value =
    kind === 'text'
      ? text
      : kind === 'number'
        ? Number(text)
        : kind === 'word' && Object.hasOwn(words, text)
          ? words[text]
          : undefined;
  if (value !== undefined) reader.advance();
  return value;
};
