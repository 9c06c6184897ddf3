import { ConditionError } from './condition-error.ts';
import type { Expression } from './expression.ts';
import { limits } from './limits.ts';
import { isOperator, operators } from './operators.ts';
import type { OperatorName } from './operators.ts';
import { parseList, parseOperand, parsePattern } from './operands.ts';
import { TokenReader } from './token-reader.ts';
import { tokenize } from './tokenize.ts';

/**
 * Reads a condition into an expression. From the loosest to the tightest: `or`, `and`, `not`, then one test or a
 * condition in parentheses. Throws a ConditionError.
 */
export const parseExpression = (source: string): Expression => {
  if (source.length > limits.source) {
    throw new ConditionError(`expected no more than ${limits.source} characters`, limits.source);
  }
  const reader = new TokenReader(tokenize(source));
  const expression = parseOr(reader, 0);
  return reader.next.kind === 'end' ? expression : reader.refuse("'and', 'or' or the end of the condition");
};

const parseOr = (reader: TokenReader, depth: number): Expression => {
  const parts = [parseAnd(reader, depth)];
  while (reader.take('word', 'or')) parts.push(parseAnd(reader, depth));
  return joined('or', parts);
};

const parseAnd = (reader: TokenReader, depth: number): Expression => {
  const parts = [parseNot(reader, depth)];
  while (reader.take('word', 'and')) parts.push(parseNot(reader, depth));
  return joined('and', parts);
};

const joined = (kind: 'and' | 'or', parts: readonly Expression[]): Expression => {
  const [only, ...others] = parts;
  return only && others.length === 0 ? only : { kind, parts };
};

const parseNot = (reader: TokenReader, depth: number): Expression => {
  if (depth > limits.depth) return reader.refuse(`no more than ${limits.depth} levels of parentheses and 'not'`);
  if (reader.take('word', 'not')) return { kind: 'not', part: parseNot(reader, depth + 1) };
  if (!reader.take('sign', '(')) return parseTest(reader);
  const expression = parseOr(reader, depth + 1);
  return reader.take('sign', ')') ? expression : reader.refuse("'and', 'or' or ')'");
};

const parseTest = (reader: TokenReader): Expression => {
  const left = parseOperand(reader, "a path such as response.status, a value, 'not' or '('");
  const operator = parseOperator(reader);
  switch (operators[operator].takes) {
    case 'nothing':
      return { kind: 'test', operator, left };
    case 'pattern':
      return { kind: 'test', operator, left, right: parsePattern(reader) };
    case 'list':
      return { kind: 'test', operator, left, right: parseList(reader) };
    default:
      return { kind: 'test', operator, left, right: parseOperand(reader, 'a path or a value') };
  }
};

const parseOperator = (reader: TokenReader): OperatorName => {
  const { kind, text } = reader.next;
  if ((kind !== 'word' && kind !== 'sign') || !isOperator(text)) {
    return reader.refuse(`an operator (${Object.keys(operators).join(', ')})`);
  }
  reader.advance();
  return text;
};
