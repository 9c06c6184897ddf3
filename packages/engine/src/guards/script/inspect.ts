import { collectAttributes } from './attribute-lists.ts';
import { collectBindings } from './bindings.ts';
import type { Bindings } from './bindings.ts';
import { callAdvice, callRule, isState } from './call-rules.ts';
import type { CallRule } from './call-rules.ts';
import { isCoerced, isPlainOperator, judgeComputed } from './computed-member.ts';
import { globalAsValue, isGlobalObject, isTypeof, judgeGlobal } from './global-object.ts';
import { judgeAssignment } from './judge-assignment.ts';
import { describeNode, knownNodes } from './known-nodes.ts';
import {
  isGlobalName,
  isLoadedProperty,
  isScriptAddress,
  keptNames,
  ownNamesOnly,
  refusedGlobals,
  refusedMembers,
  refusedNames,
} from './names.ts';
import { childrenOf, identifierName, keyName, nodeAt, nodesAt, templateText } from './node.ts';
import type { ScriptNode } from './node.ts';
import { isPatternTarget } from './place.ts';
import type { Hit, Place } from './place.ts';

/** Finds the first construct of a program that is not allowed. */
export type Inspect = (program: ScriptNode) => Hit | undefined;

/** Refuses the known ways from a page or a process to an evaluator, to modules and to other realms. */
export const inspect: Inspect = (program) => {
  const bindings = collectBindings(program);
  const judgeAttributes = collectAttributes(program);
  const visit = (place: Place): Hit | undefined => {
    const hit = judge(place, bindings) ?? judgeAttributes(place);
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
      return inClass ? undefined : judgeGlobal(place, bindings);
    case 'MemberExpression':
      return judgeMember(place, bindings);
    case 'Property':
      return judgeProperty(place, bindings);
    case 'MethodDefinition':
      return node['kind'] === 'set' ? setter : undefined;
    case 'AssignmentExpression':
      return judgeAssignment(node, bindings);
    case 'Literal':
    case 'TemplateElement':
      return judgeText(node);
    default:
      return undefined;
  }
};

/** A key or a label does not read a variable. */
const isOnlyAName = ({ field, up }: Place): boolean =>
  field === 'label' || ((field === 'property' || field === 'key') && up?.node['computed'] !== true);

const judgeIdentifier = (place: Place, bindings: Bindings): Hit | undefined => {
  const name = identifierName(place.node) ?? '';
  if (isTypeof(place)) return undefined;
  if (refusedNames.has(name)) return { construct: `the name '${name}'`, name };
  const isDeclared = bindings.isDeclared(place.node);
  if (isGlobalName(name, isDeclared)) return judgeGlobal(place, bindings);
  if (isDeclared) return undefined;
  if (refusedGlobals.has(name)) return { construct: `the name '${name}'`, name };
  if (ownNamesOnly.has(name)) return judgeNamesake(place, name);
  if (isReplaced(place, name)) return { construct: `another '${name}'`, name };
  return judgeCall(place, callRule(name), name, bindings);
};

/** Allows a function of the object to be read, and the object to be called or compared. */
const judgeNamesake = ({ field, up }: Place, name: string): Hit | undefined => {
  const isRead = up?.node.type === 'MemberExpression' && field === 'object' && !isChanged(up);
  const member = isRead ? keyName(up.node, 'property') : undefined;
  if (isRead && member === 'prototype') return judgePrototype(up);
  // `valueOf` gives the object itself.
  if (member !== undefined && member !== 'valueOf') return undefined;
  const isCalled = (up?.node.type === 'CallExpression' || up?.node.type === 'NewExpression') && field === 'callee';
  if (isCalled) return undefined;
  if (up?.node.type === 'BinaryExpression' && (isPlainOperator(up.node) || field === 'right')) return undefined;
  return { construct: `'${name}' as a value`, name };
};

/**
 * Allows a function of the prototype of `Object` to be read. Every function inherits from this prototype: a function put
 * there would be called on values that the code can only compare or write out, such as `setTimeout`.
 */
const judgePrototype = ({ node, field, up }: Place): Hit | undefined => {
  const isRead = up?.node.type === 'MemberExpression' && field === 'object' && !isChanged(up);
  const member = isRead ? keyName(up.node, 'property') : undefined;
  if (member !== undefined && member !== 'valueOf') return undefined;
  if (up?.node.type === 'BinaryExpression' && isPlainOperator(up.node)) return undefined;
  return { construct: "the prototype of 'Object' as a value or changed", name: keyName(node, 'property') ?? '' };
};

const isChanged = (place: Place): boolean => {
  const { field, up } = place;
  if (up?.node.type === 'AssignmentExpression' && field === 'left') return true;
  if (up?.node.type === 'UnaryExpression') return up.node['operator'] === 'delete';
  return up?.node.type === 'UpdateExpression' || isPatternTarget(place);
};

const isReplaced = (place: Place, name: string): boolean => keptNames.has(name) && isChanged(place);

/** The name of a constructor is a string, which leads nowhere. */
const isNameOfConstructor = ({ field, up }: Place): boolean =>
  up?.node.type === 'MemberExpression' && field === 'object' && keyName(up.node, 'property') === 'name';

const judgeMember = (place: Place, bindings: Bindings): Hit | undefined => {
  const { node } = place;
  if (nodeAt(node, 'property')?.type === 'PrivateIdentifier') return undefined;
  const name = keyName(node, 'property');
  if (name === undefined) return judgeComputed(place, bindings);
  if (isTypeof(place)) return undefined;
  if (name === 'constructor' && isNameOfConstructor(place)) return undefined;
  if (refusedNames.has(name) || refusedMembers.has(name)) return { construct: `the member '${name}'`, name };
  if (ownNamesOnly.has(name)) return judgeNamesake(place, name);
  if (isReplaced(place, name)) return { construct: `another '${name}'`, name };
  if (isLoadedProperty(name) && isPatternTarget(place)) return { construct: `'${name}' in a pattern`, name };
  const object = nodeAt(node, 'object');
  const isGlobal = isGlobalObject(object, bindings);
  if (isGlobal && isGlobalName(name)) return judgeGlobal(place, bindings);
  if (isGlobal && name === 'valueOf') return globalAsValue;
  const owner = object && {
    name: identifierName(object) ?? keyName(object, 'property'),
    isPlatform: isOfPlatform(object, bindings),
  };
  return judgeCall(place, callRule(name, owner), name, bindings);
};

/** True for a name that the code does not declare, alone or on the global object. */
const isOfPlatform = (node: ScriptNode, bindings: Bindings): boolean =>
  identifierName(node) === undefined ? isGlobalObject(nodeAt(node, 'object'), bindings) : !bindings.isDeclared(node);

const judgeCall = (place: Place, rule: CallRule | undefined, name: string, bindings: Bindings): Hit | undefined => {
  if (!rule || (isState(name) && (isChanged(place) || isCoerced(place)))) return undefined;
  const { field, up } = place;
  const isCalled = up?.node.type === 'CallExpression' && field === 'callee';
  if (isCalled && rule(nodesAt(up.node, 'arguments'), bindings)) return undefined;
  const advice = callAdvice.get(name);
  return {
    construct: `'${name}' used with unsafe arguments or as a value`,
    name,
    ...(advice !== undefined && { advice }),
  };
};

/** `Object.assign` would give it the values of another object, also one that is inherited. */
const setter: Hit = { construct: 'a setter' };

const judgeProperty = ({ node, up }: Place, bindings: Bindings): Hit | undefined => {
  const name = keyName(node, 'key');
  if (up?.node.type !== 'ObjectPattern') {
    if (node['kind'] === 'set') return setter;
    return name === '__proto__' ? { construct: "the member '__proto__'", name } : undefined;
  }
  if (name === undefined) {
    return bindings.isNumeric(nodeAt(node, 'key'))
      ? undefined
      : { construct: 'a computed name in a destructuring pattern' };
  }
  const refused =
    name === 'attributes' ||
    refusedNames.has(name) ||
    refusedMembers.has(name) ||
    ownNamesOnly.has(name) ||
    callRule(name) !== undefined;
  return refused ? { construct: `the member '${name}'`, name } : undefined;
};

const judgeText = (node: ScriptNode): Hit | undefined => {
  const text = typeof node['value'] === 'string' ? node['value'] : templateText(node);
  return text !== undefined && isScriptAddress(text) ? { construct: 'a script used as a URL' } : undefined;
};
