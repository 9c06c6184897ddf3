import { identifierName, keyName, nodeAt, nodesAt } from './node.ts';
import type { ScriptNode } from './node.ts';

/** The name of the function that a call finds in an object. */
export const calledMember = (node: ScriptNode): string | undefined => {
  const callee = node.type === 'CallExpression' ? nodeAt(node, 'callee') : undefined;
  return callee?.type === 'MemberExpression' ? keyName(callee, 'property') : undefined;
};

/** Functions of `Math`, which the program cannot replace. They return numbers. */
const calculations: ReadonlySet<string> = new Set(['abs', 'ceil', 'floor', 'max', 'min', 'random', 'round', 'trunc']);

export const isCalculation = (node: ScriptNode, declared: ReadonlySet<ScriptNode>): boolean => {
  const callee = nodeAt(node, 'callee');
  const owner = callee && nodeAt(callee, 'object');
  if (!owner || declared.has(owner) || identifierName(owner) !== 'Math') return false;
  return calculations.has(calledMember(node) ?? '');
};

/** The platform's own functions that return new data. The program cannot replace them. */
const parsers: ReadonlySet<string> = new Set(['JSON.parse', 'Object.fromEntries']);

/** With a second argument, `JSON.parse` returns what a function of the program returns. */
export const isParsed = (node: ScriptNode, declared: ReadonlySet<ScriptNode>): boolean => {
  const callee = node.type === 'CallExpression' ? nodeAt(node, 'callee') : undefined;
  const owner = callee && nodeAt(callee, 'object');
  const [first, ...others] = nodesAt(node, 'arguments');
  if (!owner || declared.has(owner) || first?.type === 'SpreadElement' || others.length > 0) return false;
  return parsers.has(`${identifierName(owner) ?? ''}.${calledMember(node) ?? ''}`);
};
