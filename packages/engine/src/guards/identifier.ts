import { accept, refuse } from './guard.ts';
import type { Guard } from './guard.ts';
import { compileExpression } from './linear-expression.ts';

export type IdentifierOptions = {
  /** The pattern that the whole value must match, in the syntax of RE2. */
  readonly pattern?: string;
  /** A value that fits, for the advice. */
  readonly example?: string;
  readonly maxLength?: number;
};

const defaultIdentifier = '[A-Za-z_][A-Za-z0-9_-]*';

/** A name made of the characters that its field allows. It is never an option. */
export const identifier: Guard = async (value, options) => {
  const pattern = typeof options['pattern'] === 'string' ? options['pattern'] : defaultIdentifier;
  const { example } = options;
  const more = { pattern, ...(typeof example === 'string' && { example }) };
  if (value.startsWith('-')) return refuse('option', 'it starts with a hyphen and could be taken for an option', more);
  const expression = await compileExpression(pattern);
  return expression.matches(value) ? accept() : refuse('form', `it does not match ${pattern}`, more);
};
