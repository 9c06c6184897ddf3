import { visitorKeys } from 'oxc-parser';
import type { Node } from 'oxc-parser';

/** Types say what may be, not what is: a code in a type is not produced. */
const typeKeys: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
  'superTypeArguments',
  'implements',
]);
const typeNodes: ReadonlySet<string> = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration']);

const childKeys: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(visitorKeys).map(([type, keys]) => [
    type,
    typeNodes.has(type) ? [] : keys.filter((key) => !typeKeys.has(key)),
  ]),
);

/**
 * Visits every node that runs, parents first, and passes the result of `enter` to the children. It keeps its own stack,
 * because untrusted source text can be nested deep enough to overflow the call stack.
 */
export const walk = <Context>(
  root: Node,
  context: Context,
  enter: (node: Node, parent: Node | null, context: Context) => Context,
): void => {
  const pending: { readonly node: Node; readonly parent: Node | null; readonly context: Context }[] = [
    { node: root, parent: null, context },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next;
    const inner = enter(node, next.parent, next.context);
    for (const key of childKeys.get(node.type) ?? []) {
      const value: unknown = Reflect.get(node, key);
      if (Array.isArray(value)) {
        for (const child of value) if (isNode(child)) pending.push({ node: child, parent: node, context: inner });
      } else if (isNode(value)) {
        pending.push({ node: value, parent: node, context: inner });
      }
    }
  }
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
