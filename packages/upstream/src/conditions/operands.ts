import { ConditionError } from './condition-error.ts';
import type { Operand, Scalar } from './expression.ts';
import { limits } from './limits.ts';
import { LinearPattern } from './linear-pattern.ts';
import { parsePath } from './parse-path.ts';
import type { TokenReader } from './token-reader.ts';

const words: Readonly<Record<string, Scalar>> = { true: true, false: false, null: null };

/** A path or one value. */
export const parseOperand = (reader: TokenReader, expected: string): Operand => {
  const value = takeScalar(reader);
  return value === undefined ? parsePath(reader, expected) : { kind: 'value', value };
};

/** What stands after `in`: a list that is written down, or a path to one. */
export const parseList = (reader: TokenReader): Operand => {
  if (!reader.take('sign', '[')) return parsePath(reader, 'a list such as [403, 429], or a path to one');
  const items: Scalar[] = [];
  while (!reader.take('sign', ']')) {
    if (items.length > 0 && !reader.take('sign', ',')) return reader.refuse("',' or ']'");
    if (items.length === limits.listItems) return reader.refuse(`no more than ${limits.listItems} items`);
    const item = takeScalar(reader);
    if (item === undefined) return reader.refuse('a text, a number, true, false or null');
    items.push(item);
  }
  return { kind: 'value', value: items };
};

/** What stands after `matches`: a text, so that a pattern that cannot run is found out while the condition is read. */
export const parsePattern = (reader: TokenReader): Operand => {
  const { kind, text, position } = reader.next;
  if (kind !== 'text') return reader.refuse('a pattern in quotes');
  if (text.length > limits.pattern) return reader.refuse(`a pattern of no more than ${limits.pattern} characters`);
  reader.advance();
  try {
    return { kind: 'value', value: new LinearPattern(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it does not parse';
    throw new ConditionError(`expected a pattern that runs in linear time: ${reason}`, position);
  }
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
