import { collectBindings } from './bindings.ts';
import type { Bindings } from './bindings.ts';
import { callRule } from './call-rules.ts';
import type { CallRule } from './call-rules.ts';
import { judgeComputed } from './computed-member.ts';
import { judgeAssignment } from './judge-assignment.ts';
import { describeNode, knownNodes } from './known-nodes.ts';
import {
  isGlobalName,
  isLoadedProperty,
  refusedGlobals,
  refusedMembers,
  refusedNames,
  scriptAddress,
} from './names.ts';
import { childrenOf, identifierName, keyName, nodeAt, nodesAt, templateText } from './node.ts';
import type { ScriptNode } from './node.ts';
import { isPatternTarget } from './place.ts';
import type { Hit, Place } from './place.ts';

/** The first construct of a program that is not allowed. */
export const inspect = (program: ScriptNode): Hit | undefined => {
  const bindings = collectBindings(program);
  const visit = (place: Place): Hit | undefined => {
    const hit = judge(place, bindings);
    if (hit) return hit;
    for (const [field, child] of childrenOf(place.node)) {
      const inClass = place.inClass || isClassCode(place.node, field);
      const found = visit({ node: child, field, up: place, inClass });
      if (found) return found;
    }
    return undefined;
  };
  return visit({ node: program, field: '', up: undefined, inClass: false });
};

const isClassCode = ({ type }: ScriptNode, field: string): boolean =>
  type === 'StaticBlock' || ((type === 'MethodDefinition' || type === 'PropertyDefinition') && field === 'value');

const judge = (place: Place, bindings: Bindings): Hit | undefined => {
  const { node, inClass } = place;
  if (!knownNodes.has(node.type)) return { construct: describeNode(node.type) };
  switch (node.type) {
    case 'Identifier':
      return isOnlyAName(place) ? undefined : judgeIdentifier(place, bindings);
    case 'ThisExpression':
      return inClass ? undefined : judgeGlobal(place);
    case 'MemberExpression':
      return judgeMember(place, bindings);
    case 'Property':
      return judgeProperty(place, bindings);
    case 'AssignmentExpression':
      return judgeAssignment(node);
    case 'Literal':
    case 'TemplateElement':
      return judgeText(node);
    default:
      return undefined;
  }
};

/** A key or a label is no reading of a variable. */
const isOnlyAName = ({ field, up }: Place): boolean =>
  field === 'label' || ((field === 'property' || field === 'key') && up?.node['computed'] !== true);

const judgeIdentifier = (place: Place, bindings: Bindings): Hit | undefined => {
  const name = identifierName(place.node) ?? '';
  if (refusedNames.has(name)) return { construct: `the name '${name}'`, name };
  if (isGlobalName(name, bindings.isBound)) return judgeGlobal(place);
  if (bindings.isBound(name)) return undefined;
  if (refusedGlobals.has(name)) return { construct: `the name '${name}'`, name };
  return judgeCall(place, callRule(name, 'window'), name, bindings);
};

/** The global object may be read from by a known name. Handed on, nobody would recognise it. */
const judgeGlobal = ({ field, up }: Place): Hit | undefined => {
  if (up?.node.type === 'MemberExpression' && field === 'object' && keyName(up.node, 'property') !== undefined) {
    return undefined;
  }
  if (up?.node.type === 'UnaryExpression' && up.node['operator'] === 'typeof') return undefined;
  return { construct: 'the global object as a value' };
};

const judgeMember = (place: Place, bindings: Bindings): Hit | undefined => {
  const { node } = place;
  if (nodeAt(node, 'property')?.type === 'PrivateIdentifier') return undefined;
  const name = keyName(node, 'property');
  if (name === undefined) return judgeComputed(place, bindings);
  if (refusedNames.has(name) || refusedMembers.has(name)) return { construct: `the member '${name}'`, name };
  if (isLoadedProperty(name) && isPatternTarget(place)) return { construct: `'${name}' in a pattern`, name };
  const object = nodeAt(node, 'object');
  const isGlobal = isGlobalObject(object, bindings);
  if (isGlobal && isGlobalName(name)) return judgeGlobal(place);
  const owner = isGlobal ? 'window' : object && (identifierName(object) ?? keyName(object, 'property'));
  return judgeCall(place, callRule(name, owner), name, bindings);
};

const isGlobalObject = (node: ScriptNode | undefined, bindings: Bindings): boolean => {
  if (!node) return false;
  if (node.type === 'ThisExpression') return true;
  const name = identifierName(node);
  if (name !== undefined) return isGlobalName(name, bindings.isBound);
  return (
    node.type === 'MemberExpression' &&
    isGlobalName(keyName(node, 'property') ?? '') &&
    isGlobalObject(nodeAt(node, 'object'), bindings)
  );
};

const judgeCall = (
  { field, up }: Place,
  rule: CallRule | undefined,
  name: string,
  bindings: Bindings,
): Hit | undefined => {
  if (!rule) return undefined;
  const isCalled = up?.node.type === 'CallExpression' && field === 'callee';
  if (isCalled && rule(nodesAt(up.node, 'arguments'), bindings)) return undefined;
  return { construct: `'${name}' with anything but plain arguments`, name };
};

const judgeProperty = ({ node, up }: Place, bindings: Bindings): Hit | undefined => {
  const name = keyName(node, 'key');
  if (up?.node.type !== 'ObjectPattern') {
    return name === '__proto__' ? { construct: "the member '__proto__'", name } : undefined;
  }
  if (name === undefined) {
    return bindings.isNumeric(nodeAt(node, 'key')) ? undefined : { construct: 'a computed name in a pattern' };
  }
  const refused = refusedNames.has(name) || refusedMembers.has(name) || callRule(name) !== undefined;
  return refused ? { construct: `the member '${name}'`, name } : undefined;
};

const judgeText = (node: ScriptNode): Hit | undefined => {
  const text = typeof node['value'] === 'string' ? node['value'] : templateText(node);
  return text !== undefined && scriptAddress.test(text) ? { construct: 'a script as an address' } : undefined;
};
