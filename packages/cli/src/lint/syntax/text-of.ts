import type { Node } from 'oxc-parser';

/** The text of a string literal or of a template without expressions, else null. */
export const textOf = (node: Node): string | null => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
};

interface Keyed {
  readonly key: Node;
  readonly computed: boolean;
}

/** The name of a property, null if it is computed from something else than a literal. */
export const keyOf = ({ key, computed }: Keyed): string | null => {
  if (!computed && (key.type === 'Identifier' || key.type === 'PrivateIdentifier')) return key.name;
  if (key.type === 'Literal' && typeof key.value === 'number') return String(key.value);
  return textOf(key);
};

/** The name of the member that an expression takes of an object, else null. */
export const memberOf = (node: Node): string | null =>
  node.type === 'MemberExpression' ? keyOf({ key: node.property, computed: node.computed }) : null;
