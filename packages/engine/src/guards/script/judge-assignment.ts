import { addressProperties, isPlainAddress, markupProperties } from './names.ts';
import { identifierName, keyName, nodeAt, staticText } from './node.ts';
import type { ScriptNode } from './node.ts';
import type { Hit } from './place.ts';

/** Texts that become markup or are loaded as an address must stand in the code, where they can be seen. */
export const judgeAssignment = (node: ScriptNode): Hit | undefined => {
  const left = nodeAt(node, 'left');
  if (!left) return undefined;
  const name = identifierName(left) ?? (left.type === 'MemberExpression' ? keyName(left, 'property') : undefined);
  if (name === undefined) return undefined;
  const text = node['operator'] === '=' ? staticText(nodeAt(node, 'right')) : undefined;
  if (markupProperties.has(name) && (text === undefined || text.includes('<'))) {
    return { construct: `markup assigned to '${name}'`, name };
  }
  const isAddress = left.type === 'MemberExpression' ? addressProperties.has(name) : name === 'location';
  return isAddress && !isPlainAddress(text)
    ? { construct: `a computed address assigned to '${name}'`, name }
    : undefined;
};
