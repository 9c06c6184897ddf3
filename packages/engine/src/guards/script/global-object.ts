import type { Bindings } from './bindings.ts';
import { isGlobalName } from './names.ts';
import { identifierName, keyName, nodeAt } from './node.ts';
import type { ScriptNode } from './node.ts';
import type { Hit, Place } from './place.ts';

/** The type of a value is a string, which leads nowhere. */
export const isTypeof = ({ up }: Place): boolean =>
  up?.node.type === 'UnaryExpression' && up.node['operator'] === 'typeof';

/** Code may read a known name of the global object. Passed on, the object could not be recognised. */
export const judgeGlobal = (place: Place, bindings: Bindings): Hit | undefined => {
  const { field, up } = place;
  if (up?.node.type === 'MemberExpression' && field === 'object' && keyName(up.node, 'property') !== undefined) {
    return undefined;
  }
  return isTypeof(place) || isCompared(place) || isListed(place, bindings) ? undefined : globalAsValue;
};

const isCompared = ({ field, up }: Place): boolean => {
  if (up?.node.type !== 'BinaryExpression') return false;
  const operator = String(up.node['operator']);
  return operator === '===' || operator === '!==' || (operator === 'in' && field === 'right');
};

/** Functions of `Object` that give only the names of an object. */
const listing: ReadonlySet<string> = new Set(['keys', 'getOwnPropertyNames']);

const isListed = ({ field, up }: Place, bindings: Bindings): boolean => {
  const callee = up?.node.type === 'CallExpression' && field === 'arguments' ? nodeAt(up.node, 'callee') : undefined;
  const owner = callee?.type === 'MemberExpression' ? nodeAt(callee, 'object') : undefined;
  if (!callee || !owner || bindings.isDeclared(owner)) return false;
  return identifierName(owner) === 'Object' && listing.has(keyName(callee, 'property') ?? '');
};

export const globalAsValue: Hit = { construct: 'the global object used as a value' };

/** True for an expression that is the global object. */
export const isGlobalObject = (node: ScriptNode | undefined, bindings: Bindings): boolean => {
  if (!node) return false;
  if (node.type === 'ThisExpression') return true;
  const name = identifierName(node);
  if (name !== undefined) return isGlobalName(name, bindings.isDeclared(node));
  return (
    node.type === 'MemberExpression' &&
    isGlobalName(keyName(node, 'property') ?? '') &&
    isGlobalObject(nodeAt(node, 'object'), bindings)
  );
};
