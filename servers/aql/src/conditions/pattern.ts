import { readPattern } from '@recourse/engine/third-party-schemas';
import { limits } from './limits.ts';

/** A pattern by RE2's rules, which runs in time linear to its input. */
export interface Pattern {
  readonly test: (text: string) => boolean;
}

/** Compiles the pattern of a condition, or returns why it cannot be run. */
export const compilePattern = (source: string): Pattern | string => {
  const pattern = readPattern(source);
  return 'problem' in pattern ? pattern.problem : pattern;
};

/** Whether a pattern is found anywhere in the part of a string that conditions read. */
export const isFoundIn = (text: string, pattern: unknown): boolean =>
  isPattern(pattern) && pattern.test(text.slice(0, limits.textMatched));

const isPattern = (value: unknown): value is Pattern => typeof value === 'object' && value !== null && 'test' in value;
