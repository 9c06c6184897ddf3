import { ConditionError } from './condition-error.ts';
import type { ConditionScope } from './condition.ts';
import { valueAt } from './evaluate.ts';
import { parsePath } from './parse-path.ts';
import { TokenReader } from './token-reader.ts';
import { tokenize } from './tokenize.ts';

/** A path that stands alone, such as `response.body.until`, or what is wrong with it. */
export type ParsedReference =
  | {
      /** The parameter that it names. */
      readonly param?: string;
      read(scope: ConditionScope): unknown;
    }
  | { readonly problem: string };

/** Parses a path by the rules of conditions. */
export const parseReference = (source: string): ParsedReference => {
  try {
    const reader = new TokenReader(tokenize(source));
    const path = parsePath(reader, 'a path that begins with response or params');
    if (reader.next.kind !== 'end') return reader.refuse('the end of the path');
    const [first] = path.steps;
    return {
      ...(path.root === 'params' && typeof first === 'string' && { param: first }),
      read: (scope) => valueAt(path, scope),
    };
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    return { problem: error.message };
  }
};
