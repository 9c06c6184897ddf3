import { findDeclared } from './declared.ts';
import { childrenOf, identifierName, nodeAt, nodesAt, targetNames } from './node.ts';
import type { ScriptNode } from './node.ts';
import { calledMember, isCalculation, isParsed } from './platform-calls.ts';

/** The values that the names of a program can hold, over all scopes that declare the name. */
export interface Bindings {
  /** True for an identifier that means something the program declares itself. */
  isDeclared(identifier: ScriptNode): boolean;
  /** True for an expression that can only give a number. */
  isNumeric(node: ScriptNode | undefined): boolean;
  /** True for a name that only ever holds arrays and objects written in the program. */
  isContainer(node: ScriptNode | undefined): boolean;
  /** True for data, or an object written in the program into which nothing else was copied, or a name of only such. */
  isOwnData(node: ScriptNode | undefined): boolean;
  /** True for a function, or a name that only ever holds one. */
  isCallable(node: ScriptNode | undefined): boolean;
  /** True for an expression that passes the test, or a name that only ever holds such. */
  isAlways(node: ScriptNode | undefined, test: (node: ScriptNode) => boolean): boolean;
}

/** `anything` is a value from elsewhere, `resolver` what a promise hands to its executor. */
type Held = ScriptNode | 'anything' | 'function' | 'resolver';

/** Honest code needs two or three. Names that depend on each other in a long chain are given up. */
const mostPasses = 20;

const arithmetic = new Set(['-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>']);
const functions = new Set(['FunctionExpression', 'ArrowFunctionExpression']);

/** Collects the values that each name is given anywhere in the program. */
export const collectBindings = (program: ScriptNode): Bindings => {
  const held = new Map<string, Held[]>();
  const give = (name: string | undefined, value: Held): void => {
    if (name === undefined) return;
    const values = held.get(name);
    if (values) values.push(value);
    else held.set(name, [value]);
  };
  const giveTargets = (target: ScriptNode | undefined): void => {
    for (const name of targetNames(target)) give(name, 'anything');
  };
  const filled = new Set<string>();
  const collect = (node: ScriptNode, parent: ScriptNode | undefined): void => {
    collectNode(node, parent, give, giveTargets);
    if (calledMember(node) === 'assign') filled.add(identifierName(nodesAt(node, 'arguments')[0]) ?? '');
    for (const [, child] of childrenOf(node)) collect(child, node);
  };
  collect(program, undefined);
  const declared = findDeclared(program);
  // A resolver is called by the platform; but only if `Promise` is the platform's.
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
        return declared.has(node) && numericNames.has(String(node['name']));
      case 'UpdateExpression':
        return true;
      case 'UnaryExpression':
        return ['+', '-', '~'].includes(operator);
      case 'BinaryExpression':
        return arithmetic.has(operator) || (operator === '+' && isNumeric(left) && isNumeric(right));
      case 'AssignmentExpression':
        if (operator === '=') return isNumeric(right);
        // A logical assignment gives its left side where it does not assign.
        return arithmetic.has(operator.slice(0, -1)) || (isNumeric(left) && isNumeric(right));
      case 'LogicalExpression':
        return isNumeric(left) && isNumeric(right);
      case 'ConditionalExpression':
        return isNumeric(nodeAt(node, 'consequent')) && isNumeric(nodeAt(node, 'alternate'));
      case 'CallExpression':
        return isCalculation(node, declared);
      default:
        return false;
    }
  };
  // Removes the names that are given anything else, until none is left that depends on a removed one.
  for (let before = -1, pass = 0; before !== numericNames.size; pass += 1) {
    before = numericNames.size;
    for (const name of numericNames) {
      const isGivenOther = held.get(name)?.some((value) => typeof value !== 'object' || !isNumeric(value));
      if (isGivenOther || pass > mostPasses) numericNames.delete(name);
    }
  }

  const onlyHolds = (node: ScriptNode | undefined, test: (value: Held) => boolean): boolean => {
    const values = node && declared.has(node) ? held.get(identifierName(node) ?? '') : undefined;
    return values !== undefined && values.length > 0 && values.every(test);
  };
  const isData = (value: Held): boolean => {
    if (typeof value !== 'object') return false;
    if (value.type === 'ObjectExpression') return nodesAt(value, 'properties').every(({ type }) => type === 'Property');
    return value.type === 'ArrayExpression' || isParsed(value, declared);
  };
  return {
    isDeclared: (identifier) => declared.has(identifier),
    isNumeric,
    isContainer: (node) =>
      onlyHolds(
        node,
        (value) => typeof value === 'object' && (value.type === 'ArrayExpression' || value.type === 'ObjectExpression'),
      ),
    isOwnData: (node) =>
      node !== undefined && (isData(node) || (!filled.has(identifierName(node) ?? '') && onlyHolds(node, isData))),
    isCallable: (node) =>
      node !== undefined &&
      (functions.has(node.type) ||
        onlyHolds(node, (value) =>
          typeof value === 'object'
            ? functions.has(value.type)
            : value === 'function' || (value === 'resolver' && trustsPromise),
        )),
    isAlways: (node, test) =>
      node !== undefined && (test(node) || onlyHolds(node, (value) => typeof value === 'object' && test(value))),
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

/** The value of a name that is declared and not yet assigned: a number serves, as neither can be a name. */
const undefinedNode: ScriptNode = { type: 'Literal', value: NaN, start: 0, end: 0 };

const isExecutor = (node: ScriptNode, parent: ScriptNode | undefined): boolean =>
  parent?.type === 'NewExpression' &&
  identifierName(nodeAt(parent, 'callee')) === 'Promise' &&
  nodesAt(parent, 'arguments')[0] === node;
