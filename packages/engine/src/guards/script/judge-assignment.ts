import type { Bindings } from './bindings.ts';
import {
  addressProperties,
  isFieldType,
  isPlainAddress,
  markupProperties,
  responseProperty,
  scriptProperties,
} from './names.ts';
import { identifierName, keyName, nodeAt, staticText } from './node.ts';
import type { ScriptNode } from './node.ts';
import type { Hit } from './place.ts';

/** Strings that become markup, are loaded as an address or make a script run must be written in the code. */
export const judgeAssignment = (node: ScriptNode, bindings: Bindings): Hit | undefined => {
  const left = nodeAt(node, 'left');
  if (!left) return undefined;
  const isMember = left.type === 'MemberExpression';
  // An object that the code has written itself is not an element.
  if (isMember && bindings.isContainer(nodeAt(left, 'object'))) return undefined;
  const name = identifierName(left) ?? (isMember ? keyName(left, 'property') : undefined);
  if (name === undefined) return undefined;
  const text = node['operator'] === '=' ? staticText(nodeAt(node, 'right')) : undefined;
  if (markupProperties.has(name) && (text === undefined || text.includes('<'))) {
    return { construct: `markup assigned to '${name}'`, name };
  }
  if (isMember && scriptProperties.has(name) && !(name === 'type' && isFieldType(text))) {
    return { construct: `a change to '${name}' of a script`, name };
  }
  if (isMember && name === responseProperty && (text === undefined || text === 'document')) {
    return { construct: 'a response parsed as a document', name };
  }
  const isAddress = isMember ? addressProperties.has(name) : name === 'location';
  // A link whose address has a scheme of its own takes `javascript` for it.
  const address = name === 'protocol' && text !== undefined ? `${text}:` : text;
  return isAddress && !isPlainAddress(address)
    ? { construct: `a computed URL assigned to '${name}'`, name }
    : undefined;
};
