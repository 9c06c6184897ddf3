import type { Parser as AcornParser } from 'acorn';

/**
 * The methods of the parser that every recursion passes. Their nesting is bounded because V8 ends the whole process if
 * it has to compile a regular expression just before its stack is full, and the parser uses many.
 */
const recursive = [
  'parseStatement',
  'parseMaybeAssign',
  'parseExprOp',
  'parseMaybeUnary',
  'parseExprAtom',
  'parseBindingAtom',
] as const;

type Method = (...given: readonly unknown[]) => unknown;
type Recursive = Record<(typeof recursive)[number], Method> & { raise(position: number, message: string): never };

/** Three to five calls of these methods are nested for each level of brackets. */
const deepest = 1000;

export const tooDeep = 'the code is nested too deeply';

/** A parser that refuses code that is nested too deeply, as an error of its syntax. */
export const boundParser = (Parser: typeof AcornParser): typeof AcornParser => {
  class BoundedParser extends Parser {}
  const original = Parser.prototype as unknown as Recursive;
  const bounded = BoundedParser.prototype as unknown as Recursive;
  const depths = new WeakMap<object, number>();
  for (const name of recursive) {
    const parse = original[name];
    bounded[name] = function (this: Recursive & { readonly pos: number }, ...given) {
      const depth = (depths.get(this) ?? 0) + 1;
      if (depth > deepest) this.raise(this.pos, tooDeep);
      depths.set(this, depth);
      // A depth that is left behind by an error does not matter: the parser is not used again.
      const node = parse.apply(this, given as unknown[]);
      depths.set(this, depth - 1);
      return node;
    };
  }
  return BoundedParser;
};
