import type { Bindings } from './bindings.ts';
import { nodeAt } from './node.ts';
import type { ScriptNode } from './node.ts';
import type { Hit, Place } from './place.ts';

const loops = new Set(['ForInStatement', 'ForOfStatement']);

/**
 * A member whose name only the running code knows. A number is no name that matters. Any other is allowed only on an
 * array or object written in this very code: what it leads to there is harmless, unless its prototype is changed,
 * which takes an assignment of an object to such a member, or `Object.assign`.
 */
export const judgeComputed = (place: Place, bindings: Bindings, assigns: boolean): Hit | undefined => {
  const { node } = place;
  if (bindings.isNumeric(nodeAt(node, 'property'))) return undefined;
  if (assigns || !bindings.isContainer(nodeAt(node, 'object'))) return { construct: 'a computed member name' };
  return writesObject(place, bindings) ? { construct: 'an object assigned to a computed member name' } : undefined;
};

const writesObject = ({ field, parent, above }: Place, bindings: Bindings): boolean => {
  switch (parent?.type) {
    case 'AssignmentExpression':
      return field === 'left' && !assignsPrimitive(parent, bindings);
    case 'AssignmentPattern':
      return field === 'left';
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'Property':
      return field === 'value' && above?.type === 'ObjectPattern';
    default:
      return field === 'left' && parent !== undefined && loops.has(parent.type);
  }
};

const assignsPrimitive = (assignment: ScriptNode, bindings: Bindings): boolean => {
  const operator = String(assignment['operator']);
  if (operator === '=' || ['||=', '&&=', '??='].includes(operator))
    return bindings.isPrimitive(nodeAt(assignment, 'right'));
  return true;
};
