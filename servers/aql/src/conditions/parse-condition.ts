import { ConditionError } from './condition-error.ts';
import type { ParsedCondition } from './condition.ts';
import { evaluate } from './evaluate.ts';
import { parseExpression } from './parser.ts';

/** Reads a condition of an adapter, or says what is wrong with it and where. */
export const parseCondition = (source: string): ParsedCondition => {
  try {
    const expression = parseExpression(source);
    return { condition: { source, holds: (scope) => evaluate(expression, scope) } };
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    return { problem: { message: error.message, position: error.position } };
  }
};
