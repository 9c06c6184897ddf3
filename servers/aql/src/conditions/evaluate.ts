import type { ConditionScope } from './condition.ts';
import type { Expression, Operand, Path } from './expression.ts';
import { operators } from './operators.ts';

/** Whether an expression holds for what was answered. */
export const evaluate = (expression: Expression, scope: ConditionScope): boolean => {
  switch (expression.kind) {
    case 'and':
      return expression.parts.every((part) => evaluate(part, scope));
    case 'or':
      return expression.parts.some((part) => evaluate(part, scope));
    case 'not':
      return !evaluate(expression.part, scope);
    default:
      return operators[expression.operator].holds(valueOf(expression.left, scope), valueOf(expression.right, scope));
  }
};

const valueOf = (operand: Operand | undefined, scope: ConditionScope): unknown =>
  operand?.kind === 'path' ? valueAt(operand, scope) : operand?.value;

/** The value that a path leads to; undefined if it leads nowhere. */
export const valueAt = ({ root, steps }: Path, scope: ConditionScope): unknown => {
  const [first, name] = steps;
  if (root === 'response' && first === 'headers') return scope.response.headers.get(String(name)) ?? undefined;
  let value: unknown = scope[root];
  for (const step of steps) value = follow(value, step);
  return value;
};

/** Own members of objects by their names, items of lists by their indexes, and nothing else: no prototype is asked. */
const follow = (value: unknown, step: string | number): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return typeof step === 'number' ? (value[step] as unknown) : undefined;
  return typeof step === 'string' && Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
};
