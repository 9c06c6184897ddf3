import type { ArrowFunctionExpression, Function as FunctionNode, Node } from 'oxc-parser';
import { findScope } from '../../syntax/scope.ts';
import type { Scope, Scopes } from '../../syntax/scope.ts';
import { keyOf, memberOf } from '../../syntax/text-of.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { walk } from '../../syntax/walk.ts';

export type Handler = FunctionNode | ArrowFunctionExpression;

/** The call that a handler is given, or the `fail` of that call. */
type Role = 'call' | 'fail';

/** The names that a handler has for its call and for its `fail`. */
export interface OwnNames {
  roleOf(node: Node, scope: Scope): Role | null;
  /** The places that bind the names; these do not count as uses. */
  readonly bindings: ReadonlySet<Node>;
  /** Where one of them is taken apart in a way that cannot be followed, else null. */
  readonly lost: Node | null;
}

/** A name for a name for a name: what goes further is given up, as its cost would grow with the square. */
const mostPasses = 8;

/** Follows the parameter through `{ fail }`, `{ fail: refuse }`, `...call`, and constants that are made of these. */
export const readOwnNames = (handler: Handler, scopes: Scopes): OwnNames => {
  const names = new Map<Scope | null, Map<string, Role>>();
  const bindings = new Set<Node>();
  let lost: Node | null = null;

  const roleOfName = (node: Node, scope: Scope): Role | null =>
    node.type === 'Identifier' ? (names.get(findScope(node.name, scope))?.get(node.name) ?? null) : null;
  const roleOf = (node: Node, scope: Scope): Role | null => {
    if (node.type !== 'MemberExpression') return roleOfName(node, scope);
    return memberOf(node) === 'fail' && roleOfName(unwrap(node.object), scope) === 'call' ? 'fail' : null;
  };

  const bind = (pattern: Node, role: Role, scope: Scope): void => {
    let target = pattern;
    while (target.type === 'AssignmentPattern') target = target.left;
    if (target.type === 'Identifier') {
      const known = names.get(scope) ?? new Map<string, Role>();
      names.set(scope, known.set(target.name, role));
      bindings.add(target);
    } else if (target.type === 'ObjectPattern' && role === 'call') {
      for (const property of target.properties) {
        if (property.type === 'RestElement') bind(property.argument, 'call', scope);
        else if (keyOf(property) === 'fail') bind(property.value, 'fail', scope);
        else if (keyOf(property) === null) lost ??= property;
      }
    } else {
      lost ??= target;
    }
  };

  const parameter = handler.params.find((param) => param.type !== 'Identifier' || param.name !== 'this');
  const start = scopes.get(handler);
  if (!parameter || !start) return { roleOf, bindings, lost };
  bind(parameter, 'call', start);
  for (let pass = 0, before = 0; before !== bindings.size; pass += 1) {
    if (pass === mostPasses) {
      lost ??= parameter;
      break;
    }
    before = bindings.size;
    walk(handler, start, (node, parent, outer) => {
      const scope = scopes.get(node) ?? outer;
      const constant = constantOf(node, parent);
      const role = constant && roleOf(constant.value, scope);
      if (constant && role) bind(constant.pattern, role, scope);
      return scope;
    });
  }
  return { roleOf, bindings, lost };
};

/** The two sides of `const pattern = value`, else null. */
export const constantOf = (
  node: Node,
  parent: Node | null,
): { readonly pattern: Node; readonly value: Node } | null => {
  if (node.type !== 'VariableDeclarator' || !node.init) return null;
  if (parent?.type !== 'VariableDeclaration' || parent.kind !== 'const') return null;
  return { pattern: node.id, value: unwrap(node.init) };
};
