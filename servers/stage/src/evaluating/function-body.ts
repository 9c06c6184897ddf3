import type { SafeCode } from '@recourse/engine/guarded-fields';
import { childrenOf, nodeAt, nodesAt } from '@recourse/engine/script';
import type { ScriptNode } from '@recourse/engine/script';

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * Turns code into the body of an async function that returns its result. An expression is the result itself; a function
 * is called with `arg`; statements return by `return`, or with the value of the last one if it is an expression.
 */
export const functionBody = ({ code, program }: Pick<SafeCode, 'code' | 'program'>): string => {
  const textOf = ({ start, end }: ScriptNode): string => code.slice(start, end);
  const result = (node: ScriptNode): string =>
    functions.has(node.type) ? `return (${textOf(node)}\n)(arg);` : `return (${textOf(node)}\n);`;
  if (program.type !== 'Program') return result(program);
  const statements = nodesAt(program, 'body').filter(({ type }) => type !== 'EmptyStatement');
  const last = statements.at(-1);
  if (last?.type === 'FunctionDeclaration' && statements.length === 1) return result(last);
  const expression = last?.type === 'ExpressionStatement' ? nodeAt(last, 'expression') : undefined;
  if (!last || !expression || returns(program)) return code;
  const before = code.slice(0, last.start);
  // Only code that is nothing but a function is called.
  return before + (statements.length === 1 ? result(expression) : `return (${textOf(expression)}\n);`);
};

/** Whether a `return` ends the code itself, and not only a function in it. */
const returns = (node: ScriptNode): boolean =>
  node.type === 'ReturnStatement' ||
  [...childrenOf(node)].some(([, child]) => !functions.has(child.type) && returns(child));
