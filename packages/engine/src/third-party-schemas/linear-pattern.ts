import { RE2JS, RE2JSSyntaxException } from 're2js';
import { patternSize } from '../guards/pattern-size.ts';

const mostSteps = 4000;
/**
 * Schemas repeat their patterns. Only a few small ones are kept, so that a caller who sends many cannot fill the
 * memory.
 */
const mostKept = 100;
const mostKeptSteps = 200;
const kept = new Map<string, LinearPattern>();

/** A pattern of a schema that we did not write, as `validate` will run it, or why it will not be run. */
export type LinearPattern = { readonly test: (text: string) => boolean } | { readonly problem: string };

/** Compiles an untrusted pattern: in linear time, and of bounded size. It never throws. */
export const readPattern = (source: string): LinearPattern => {
  const known = kept.get(source);
  if (known) return known;
  const size = patternSize(source);
  if (size === undefined) return { problem: 'its groups are not balanced, or it uses \\Q' };
  if (size > mostSteps) return { problem: 'its repetitions expand to an expression that is too large' };
  const pattern = compile(source);
  if (size > mostKeptSteps) return pattern;
  if (kept.size >= mostKept) kept.clear();
  kept.set(source, pattern);
  return pattern;
};

const compile = (source: string): LinearPattern => {
  try {
    const compiled = RE2JS.compile(source);
    return { test: (text) => compiled.matcher(text).find() };
  } catch (error) {
    // Only the description: the message repeats a part of the pattern.
    const reason = error instanceof RE2JSSyntaxException ? ` (${error.getDescription()})` : '';
    return { problem: `it is not a valid RE2 expression${reason}` };
  }
};
