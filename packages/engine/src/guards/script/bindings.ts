import { childrenOf, identifierName, nodeAt, nodesAt } from './node.ts';
import type { ScriptNode } from './node.ts';

/** What the names of a program can hold. Scopes are not told apart: a name is as bad as the worst it ever holds. */
export interface Bindings {
  isBound(name: string): boolean;
  /** True for an expression that can only give a number. */
  isNumeric(node: ScriptNode | undefined): boolean;
  /** True for a name that only ever holds arrays and objects written in the program. */
  isContainer(node: ScriptNode | undefined): boolean;
  /** True for a function, or a name that only ever holds one. */
  isCallable(node: ScriptNode | undefined): boolean;
}

/** `anything` is a value from elsewhere, `resolver` what a promise hands to its executor. */
type Held = ScriptNode | 'anything' | 'function' | 'resolver';

const arithmetic = new Set(['-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>']);
const functions = new Set(['FunctionExpression', 'ArrowFunctionExpression']);

/** Collects what every name is given anywhere in the program. */
export const collectBindings = (program: ScriptNode): Bindings => {
  const held = new Map<string, Held[]>();
  const give = (name: string | undefined, value: Held): void => {
    if (name !== undefined) held.set(name, [...(held.get(name) ?? []), value]);
  };
  const giveTargets = (target: ScriptNode | undefined): void => {
    for (const name of targetNames(target)) give(name, 'anything');
  };
  const collect = (node: ScriptNode, parent: ScriptNode | undefined): void => {
    collectNode(node, parent, give, giveTargets);
    for (const [, child] of childrenOf(node)) collect(child, node);
  };
  collect(program, undefined);
  // A resolver is called by the platform; but only where `Promise` is the platform's.
  const trustsPromise = !held.has('Promise');

  const numericNames = new Set(held.keys());
  const isNumeric = (node: ScriptNode | undefined): boolean => {
    if (!node) return false;
    const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')];
    const operator = String(node['operator']);
    switch (node.type) {
      case 'Literal':
        return typeof node['value'] === 'number' || typeof node['value'] === 'bigint';
      case 'Identifier':
        return numericNames.has(String(node['name']));
      case 'UpdateExpression':
        return true;
      case 'UnaryExpression':
        return ['+', '-', '~'].includes(operator);
      case 'BinaryExpression':
        return arithmetic.has(operator) || (operator === '+' && isNumeric(left) && isNumeric(right));
      case 'AssignmentExpression':
        if (operator === '+=') return isNumeric(left) && isNumeric(right);
        return arithmetic.has(operator.slice(0, -1)) || isNumeric(right);
      case 'LogicalExpression':
        return isNumeric(left) && isNumeric(right);
      case 'ConditionalExpression':
        return isNumeric(nodeAt(node, 'consequent')) && isNumeric(nodeAt(node, 'alternate'));
      default:
        return false;
    }
  };
  // Takes out the names that are given something else, until those that are left agree with one another.
  for (let before = -1; before !== numericNames.size;) {
    before = numericNames.size;
    for (const [name, values] of held) {
      if (!values.every((value) => typeof value === 'object' && isNumeric(value))) numericNames.delete(name);
    }
  }

  const onlyHolds = (node: ScriptNode | undefined, test: (value: Held) => boolean): boolean => {
    const values = held.get(identifierName(node) ?? '');
    return values !== undefined && values.length > 0 && values.every(test);
  };
  return {
    isBound: (name) => held.has(name),
    isNumeric,
    isContainer: (node) =>
      onlyHolds(
        node,
        (value) => typeof value === 'object' && (value.type === 'ArrayExpression' || value.type === 'ObjectExpression'),
      ),
    isCallable: (node) =>
      node !== undefined &&
      (functions.has(node.type) ||
        onlyHolds(node, (value) =>
          typeof value === 'object'
            ? functions.has(value.type)
            : value === 'function' || (value === 'resolver' && trustsPromise),
        )),
  };
};

const collectNode = (
  node: ScriptNode,
  parent: ScriptNode | undefined,
  give: (name: string | undefined, value: Held) => void,
  giveTargets: (target: ScriptNode | undefined) => void,
): void => {
  switch (node.type) {
    case 'VariableDeclarator': {
      const [id, init] = [nodeAt(node, 'id'), nodeAt(node, 'init')];
      if (id?.type !== 'Identifier') giveTargets(id);
      else give(identifierName(id), init ?? undefinedNode);
      break;
    }
    case 'AssignmentExpression': {
      const left = nodeAt(node, 'left');
      if (left?.type !== 'Identifier') giveTargets(left);
      else give(identifierName(left), node['operator'] === '=' ? (nodeAt(node, 'right') ?? node) : node);
      break;
    }
    case 'UpdateExpression':
      give(identifierName(nodeAt(node, 'argument')), node);
      break;
    case 'ForInStatement':
    case 'ForOfStatement': {
      const left = nodeAt(node, 'left');
      if (left?.type === 'VariableDeclaration') {
        for (const declarator of nodesAt(left, 'declarations')) giveTargets(nodeAt(declarator, 'id'));
      } else giveTargets(left);
      break;
    }
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      give(identifierName(nodeAt(node, 'id')), 'function');
      const executor = isExecutor(node, parent);
      for (const parameter of nodesAt(node, 'params')) {
        if (executor && parameter.type === 'Identifier') give(identifierName(parameter), 'resolver');
        else giveTargets(parameter);
      }
      break;
    }
    case 'ClassDeclaration':
    case 'ClassExpression':
      give(identifierName(nodeAt(node, 'id')), 'anything');
      break;
    case 'CatchClause':
      giveTargets(nodeAt(node, 'param'));
      break;
  }
};

/** What a name holds that is declared and not yet given anything: a number serves, as neither can be a name. */
const undefinedNode: ScriptNode = { type: 'Literal', value: NaN, start: 0, end: 0 };

const isExecutor = (node: ScriptNode, parent: ScriptNode | undefined): boolean =>
  parent?.type === 'NewExpression' &&
  identifierName(nodeAt(parent, 'callee')) === 'Promise' &&
  nodesAt(parent, 'arguments')[0] === node;

/** The names that a pattern gives values to. */
const targetNames = (target: ScriptNode | undefined): readonly string[] => {
  if (!target) return [];
  switch (target.type) {
    case 'Identifier':
      return [String(target['name'])];
    case 'MemberExpression':
      return [];
    case 'AssignmentPattern':
      return targetNames(nodeAt(target, 'left'));
    case 'Property':
      return targetNames(nodeAt(target, 'value'));
    default:
      return [...childrenOf(target)].flatMap(([, child]) => targetNames(child));
  }
};
