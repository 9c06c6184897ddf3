import { childrenOf, identifierName, keyName, nodeAt } from '@recourse/engine/script';
import type { ScriptNode } from '@recourse/engine/script';

/** The keywords of the contract that are names by themselves, and those that are calls. */
const names: ReadonlySet<string> = new Set(['__proto__', 'child_process']);
const calls: ReadonlySet<string> = new Set(['require', 'eval', 'Function']);

/**
 * Finds the first keyword of the contract in a program. Whole names are compared: `isFunction(` is not `Function(`, and
 * text in strings and comments is not code.
 */
export const findKeyword = (node: ScriptNode): string | undefined => {
  const own = keywordOf(node);
  if (own !== undefined) return own;
  for (const [, child] of childrenOf(node)) {
    const found = findKeyword(child);
    if (found !== undefined) return found;
  }
  return undefined;
};

const keywordOf = (node: ScriptNode): string | undefined => {
  const name = identifierName(node);
  if (name !== undefined) return names.has(name) ? name : undefined;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const called = calledName(nodeAt(node, 'callee'));
    return called !== undefined && calls.has(called) ? `${called}(` : undefined;
  }
  const isExit = plainName(node) === 'exit' && identifierName(nodeAt(node, 'object')) === 'process';
  return isExit ? 'process.exit' : undefined;
};

const calledName = (callee: ScriptNode | undefined): string | undefined =>
  callee && (identifierName(callee) ?? plainName(callee));

/** The name of a member that is written with a dot. One in brackets is a construct, not a keyword. */
const plainName = (node: ScriptNode): string | undefined =>
  node.type === 'MemberExpression' && node['computed'] !== true ? keyName(node, 'property') : undefined;
