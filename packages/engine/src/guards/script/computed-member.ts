import type { Bindings } from './bindings.ts';
import { nodeAt } from './node.ts';
import type { ScriptNode } from './node.ts';
import { isPatternTarget } from './place.ts';
import type { Hit, Place } from './place.ts';

const hit: Hit = {
  construct: 'a computed member name',
  advice: 'Write an index as [+i], and use a Map to look up names.',
};

/**
 * A member whose name only the running code knows. A number is harmless. Any other is allowed only on an array or
 * object written in this very code, and only if its value becomes a primitive at once: even an empty object inherits
 * functions that lead to an evaluator, as long as the code can get hold of them.
 */
export const judgeComputed = (place: Place, bindings: Bindings): Hit | undefined => {
  const { node } = place;
  if (bindings.isNumeric(nodeAt(node, 'property'))) return undefined;
  if (!bindings.isContainer(nodeAt(node, 'object'))) return hit;
  return isWritten(place) || isCoerced(place) ? undefined : hit;
};

const isWritten = (place: Place): boolean => {
  const { field, up } = place;
  if (up?.node.type !== 'AssignmentExpression' || field !== 'left') return isPatternTarget(place);
  // `a[b] ||= c` is also a reading: its own value may be what was there.
  const isLogical = ['||=', '&&=', '??='].includes(String(up.node['operator']));
  return !isLogical || up.up?.node.type === 'ExpressionStatement';
};

/** True if a value is compared, counted with, written out, tested, dropped, or returned to the caller. */
export const isCoerced = ({ field, up }: Place): boolean => {
  switch (up?.node.type) {
    case 'BinaryExpression':
      return isPlainOperator(up.node);
    case 'UnaryExpression':
    case 'UpdateExpression':
    case 'ExpressionStatement':
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'SwitchStatement':
    case 'SwitchCase':
      return true;
    case 'TemplateLiteral':
      return up.up?.node.type !== 'TaggedTemplateExpression';
    case 'ForStatement':
      return field === 'test';
    case 'ConditionalExpression':
      return field === 'test' || isCoerced(up);
    case 'LogicalExpression':
    case 'ChainExpression':
      return isCoerced(up);
    case 'ReturnStatement':
      return !isInFunction(up);
    default:
      return false;
  }
};

/** An object on the right side of `instanceof` can have a function of the code's own, which gets the left side. */
export const isPlainOperator = ({ operator }: ScriptNode): boolean => operator !== 'instanceof';

const isInFunction = ({ node, up }: Place): boolean =>
  node.type.includes('Function') || (up !== undefined && isInFunction(up));
