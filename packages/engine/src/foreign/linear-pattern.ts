import { RE2JS, RE2JSSyntaxException } from 're2js';
import { patternSize } from '../guards/pattern-size.ts';

const mostSteps = 4000;

/** A pattern of a schema that we did not write, as `validate` will run it, or why it will not be run. */
export type LinearPattern = { readonly test: (text: string) => boolean } | { readonly problem: string };

/** Compiles a pattern that somebody else wrote: in linear time, and of bounded size. It never throws. */
export const readPattern = (source: string): LinearPattern => {
  const size = patternSize(source);
  if (size === undefined) return { problem: 'its groups are not balanced, or it quotes with \\Q' };
  if (size > mostSteps) return { problem: 'its repetitions multiply to too large an expression' };
  try {
    const compiled = RE2JS.compile(source);
    return { test: (text) => compiled.matcher(text).find() };
  } catch (error) {
    // Only the description: the message repeats a part of the pattern.
    const reason = error instanceof RE2JSSyntaxException ? ` (${error.getDescription()})` : '';
    return { problem: `it cannot be run in linear time${reason}` };
  }
};
