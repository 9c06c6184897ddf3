import {
  childrenOf,
  collectBindings,
  describeNode,
  identifierName,
  isPatternTarget,
  judgeComputed,
  keyName,
  nodeAt,
  nodesAt,
  refusedMembers,
  refusedNames,
  targetNames,
} from '@recourse/engine/script';
import type { Bindings, Hit, Inspect, Place, ScriptNode } from '@recourse/engine/script';
import { mainGlobals, mainMembers } from './main-names.ts';
import { mainNodes } from './main-nodes.ts';
import { writtenNames } from './written-names.ts';

/** Names that lead from a value to its function or its prototype. They are refused whatever the code calls so itself. */
const leadsOut = (name: string): boolean =>
  refusedNames.has(name) || refusedMembers.has(name) || functionMembers.has(name);
const functionMembers: ReadonlySet<string> = new Set(['prototype', 'arguments', 'call', 'apply', 'bind']);

interface Rules {
  readonly bindings: Bindings;
  /** The names of keys and groups that the code writes itself. */
  readonly ownKeys: ReadonlySet<string>;
  /** The names of the argument. */
  readonly argument: ReadonlySet<string>;
}

/** Allows code in the main process to compute and to read the API; refuses everything that is not listed. */
export const inspectMain: Inspect = (program) => {
  const rules = {
    bindings: collectBindings(program),
    ownKeys: writtenNames(program),
    argument: argumentNames(program),
  };
  const visit = (place: Place): Hit | undefined => {
    const hit = judge(place, rules);
    if (hit) return hit;
    for (const [field, child] of childrenOf(place.node)) {
      const found = visit({ node: child, field, up: place, inClass: false });
      if (found) return found;
    }
    return undefined;
  };
  return visit({ node: program, field: '', up: undefined, inClass: false });
};

const judge = (place: Place, rules: Rules): Hit | undefined => {
  const { node } = place;
  if (!mainNodes.has(node.type)) return { construct: describeNode(node.type) };
  if (node['generator'] === true) return { construct: 'a generator' };
  switch (node.type) {
    case 'Identifier':
      return isOnlyAName(place) || rules.bindings.isDeclared(node) ? undefined : judgeGlobal(place);
    case 'MemberExpression':
      return judgeMember(place, rules);
    case 'Property':
      return judgeProperty(place, rules);
    case 'UnaryExpression':
      return node['operator'] === 'delete' ? { construct: 'delete' } : undefined;
    case 'NewExpression':
      return identifierName(nodeAt(node, 'callee')) === undefined
        ? { construct: "'new' with an expression instead of a name" }
        : undefined;
    default:
      return undefined;
  }
};

/** A key or a label does not read a variable. */
const isOnlyAName = ({ field, up }: Place): boolean =>
  field === 'label' || ((field === 'property' || field === 'key') && up?.node['computed'] !== true);

const judgeGlobal = (place: Place): Hit | undefined => {
  const { node, field, up } = place;
  const name = identifierName(node) ?? '';
  const use = mainGlobals.get(name);
  if (!use) return { construct: `the name '${name}'`, name };
  if (isTarget(place)) return { construct: `an assignment to '${name}'`, name };
  // The member itself is judged with its parent.
  if (up?.node.type === 'MemberExpression' && field === 'object' && use.members) return undefined;
  const isCallee = field === 'callee';
  if (isCallee && up?.node.type === 'CallExpression' && use.isCalled) return undefined;
  if (isCallee && up?.node.type === 'NewExpression') return use.isCreated ? undefined : { construct: `new ${name}` };
  return use.isValue && !isCallee ? undefined : { construct: `'${name}' used as a value`, name };
};

const judgeMember = (place: Place, rules: Rules): Hit | undefined => {
  const { node } = place;
  const { bindings } = rules;
  const object = nodeAt(node, 'object');
  const name = keyName(node, 'property');
  if (isTarget(place) && !bindings.isContainer(object)) return { construct: 'an assignment to a member' };
  const owner = object && !bindings.isDeclared(object) ? identifierName(object) : undefined;
  const members = owner === undefined ? undefined : mainGlobals.get(owner)?.members;
  if (name === undefined) return members ? { construct: 'a computed member name' } : judgeComputed(place, bindings);
  if (members) return members.includes(name) ? undefined : { construct: `'${owner}.${name}'`, name };
  return isReadable(name, rules, object) ? undefined : { construct: `the member '${name}'`, name };
};

const judgeProperty = ({ node, up }: Place, rules: Rules): Hit | undefined => {
  const name = keyName(node, 'key');
  if (up?.node.type !== 'ObjectPattern')
    return name !== undefined && leadsOut(name) ? { construct: `the member '${name}'`, name } : undefined;
  if (name === undefined) return { construct: 'a computed name in a destructuring pattern' };
  return isReadable(name, rules, sourceOf(up)) ? undefined : { construct: `the member '${name}'`, name };
};

/** The value that a pattern takes apart, as far as the code shows it. */
const sourceOf = ({ node, up }: Place): ScriptNode | undefined => {
  if (up?.node.type === 'VariableDeclarator') return nodeAt(up.node, 'init');
  // A parameter of the whole function is the argument, also one with a default.
  const [parameter, around] = up?.node.type === 'AssignmentPattern' ? [up.node, up.up] : [node, up];
  return isRootFunction(around) && nodesAt(around.node, 'params').includes(parameter) ? argumentNode : undefined;
};

const argumentNode: ScriptNode = { type: 'Identifier', name: 'arg', start: 0, end: 0 };

const arrayIndex = /^\d{1,6}$/u;

const isReadable = (name: string, { ownKeys, argument, bindings }: Rules, object: ScriptNode | undefined): boolean => {
  if (leadsOut(name)) return false;
  if (mainMembers.has(name) || ownKeys.has(name) || arrayIndex.test(name)) return true;
  const root = rootOf(object);
  const rootName = identifierName(root);
  if (root === undefined || rootName === undefined) return false;
  return rootName === 'arg' ? !bindings.isDeclared(root) : argument.has(rootName);
};

/** The name at the beginning of a chain of members: `a` for `a.b[0].c`. */
const rootOf = (node: ScriptNode | undefined): ScriptNode | undefined => {
  if (node?.type === 'ChainExpression') return rootOf(nodeAt(node, 'expression'));
  return node?.type === 'MemberExpression' ? rootOf(nodeAt(node, 'object')) : node;
};

const isTarget = (place: Place): boolean =>
  isPatternTarget(place) ||
  place.up?.node.type === 'UpdateExpression' ||
  (place.up?.node.type === 'AssignmentExpression' && place.field === 'left');

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Whether the place is the function that the code is as a whole, which is called with the argument. */
const isRootFunction = (place: Place | undefined): place is Place => {
  if (!place || !functions.has(place.node.type)) return false;
  const above = place.up?.node.type === 'ExpressionStatement' ? place.up.up : place.up;
  return above === undefined || (above.node.type === 'Program' && nodesAt(above.node, 'body').length === 1);
};

/** The names of the first parameter of code that is a function. */
const argumentNames = (program: ScriptNode): ReadonlySet<string> => {
  const [statement, ...others] = program.type === 'Program' ? nodesAt(program, 'body') : [program];
  const root = statement?.type === 'ExpressionStatement' ? nodeAt(statement, 'expression') : statement;
  if (!root || others.length > 0 || !functions.has(root.type)) return new Set();
  return new Set(targetNames(nodesAt(root, 'params')[0]));
};
