import { replaceHidden } from '@recourse/contract/hidden-characters';

/** The limits for reading an answer. A larger answer is not a valid envelope, and may be an attack. */
export interface ReadingLimits {
  readonly characters: number;
  readonly values: number;
  readonly depth: number;
  readonly nextActions: number;
  readonly similar: number;
  readonly messageLength: number;
}

export const defaultLimits: ReadingLimits = {
  characters: 262_144,
  values: 10_000,
  depth: 32,
  nextActions: 8,
  similar: 20,
  messageLength: 2_000,
};

/** Whether a value is within the limits. The walk stops as soon as it is not. */
export const fits = (value: unknown, limits: ReadingLimits): boolean => {
  let characters = 0;
  let values = 0;
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    values += 1;
    if (values > limits.values || next.depth > limits.depth) return false;
    if (typeof next.value === 'string') characters += next.value.length;
    else if (typeof next.value === 'object' && next.value !== null) {
      const names = Object.keys(next.value);
      if (values + left.length + names.length > limits.values) return false;
      for (const name of names) {
        characters += name.length;
        left.push({ value: (next.value as Readonly<Record<string, unknown>>)[name], depth: next.depth + 1 });
      }
    }
    if (characters > limits.characters) return false;
  }
  return true;
};

/** Turns a server's text into one line of bounded length without hidden characters. */
export const cleanText = (text: string, longest: number): string => {
  const line = replaceHidden(text.slice(0, longest * 2), ' ').trim();
  return line.length > longest ? `${withoutHalf(line.slice(0, longest - 1))}…` : line;
};

/** Drops half of a surrogate pair at the end. */
const withoutHalf = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');
