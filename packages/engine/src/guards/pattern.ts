import { accept, refuse } from './guard.ts';
import type { Guard } from './guard.ts';
import { compileExpression } from './linear-expression.ts';
import { patternSize } from './pattern-size.ts';

export type PatternOptions = {
  readonly maxLength?: number;
  readonly ignoreCase?: boolean;
};

const maxSteps = 4000;

/** A search pattern from the caller. The handle is a `LinearExpression`; Node's own engine never sees it. */
export const pattern: Guard = async (value, options) => {
  const size = patternSize(value);
  if (size === undefined) return refuse('syntax', 'its groups are not balanced, or it uses \\Q');
  if (size > maxSteps) return refuse('range', 'its repetitions expand to an expression that is too large');
  try {
    return accept(await compileExpression(value, { ignoreCase: options['ignoreCase'] === true }));
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    // Only the description: the message repeats a part of the pattern.
    return refuse('syntax', `it is not a valid RE2 expression (${error.getDescription()})`);
  }
};

const isSyntaxError = (error: unknown): error is { getDescription(): string } =>
  error instanceof Error && 'getDescription' in error && typeof error.getDescription === 'function';
