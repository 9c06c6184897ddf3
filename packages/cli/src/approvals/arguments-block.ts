import type { Json, JsonObject } from '@recourse/contract';
import { visible } from '../terminal/visible.ts';

/**
 * Lays out all arguments for a person to read, one below the other, with the line breaks of strings. Strings are in
 * quotes or behind a bar, so that their content cannot be taken for something else.
 */
export const argumentsBlock = (given: JsonObject): readonly string[] => {
  const entries = Object.entries(given).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  if (entries.length === 0) return ['(none)'];
  const width = Math.max(...entries.map(([key]) => visible(key).length)) + 2;
  return entries.flatMap(([key, value]) => {
    const [first = '', ...others] = linesOf(value);
    return [`${visible(key).padEnd(width)}${first}`, ...others.map((line) => `${' '.repeat(width)}${line}`)];
  });
};

const linesOf = (value: Json): readonly string[] => {
  if (typeof value === 'string' && value.includes('\n')) return value.split('\n').map((line) => `│ ${visible(line)}`);
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => visible(line));
};
