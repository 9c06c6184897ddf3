import type { JsonSchema } from '@recourse/contract';
import { findPatterns } from '../validation/find-patterns.ts';
import { loadValidator } from '../validation/validator.ts';
import { readPattern } from './linear-pattern.ts';

/**
 * Compiles a schema that we did not write, as its tool will at the first call. Returns why that fails; undefined if it
 * does not.
 */
export const schemaProblem = async (schema: JsonSchema): Promise<string | undefined> => {
  for (const { path, source } of findPatterns(schema)) {
    const pattern = readPattern(source);
    if ('problem' in pattern) return `${path}: the pattern '${source.slice(0, 100)}' is refused: ${pattern.problem}`;
  }
  try {
    await loadValidator(schema, true);
    return undefined;
  } catch (error) {
    return `: ${(error as Error).message.slice(0, 500)}`;
  }
};
