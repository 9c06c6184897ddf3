import type {
  BindingPattern,
  Expression,
  Function as FunctionNode,
  Node,
  ParamPattern,
  Program,
  TSEnumDeclaration,
} from 'oxc-parser';
import { walk } from './walk.ts';

/** The value of a name: of a constant, an enumeration or a function, or null if only known at run time. */
export type Bound = Expression | TSEnumDeclaration | FunctionNode | null;

/** The names of one block and of the blocks around it. */
export interface Scope {
  readonly names: Map<string, Bound>;
  readonly outer: Scope | null;
}

export const createScope = (outer: Scope | null): Scope => ({ names: new Map(), outer });

/** The value of a name and the scope to read that value in; null when the name is unknown or its value may change. */
export const findBound = (
  name: string,
  from: Scope,
): { readonly bound: NonNullable<Bound>; readonly scope: Scope } | null => {
  for (let scope: Scope | null = from; scope !== null; scope = scope.outer) {
    const bound = scope.names.get(name);
    if (bound !== undefined) return bound === null ? null : { bound, scope };
  }
  return null;
};

/** The scope that a name belongs to, null for what the file does not bind. */
export const findScope = (name: string, from: Scope): Scope | null => {
  let scope: Scope | null = from;
  while (scope !== null && !scope.names.has(name)) scope = scope.outer;
  return scope;
};

/** A name that is bound twice, by `var` or by merged declarations, has no one value. */
const bind = (name: string, bound: Bound, { names }: Scope): void => {
  names.set(name, names.has(name) ? null : bound);
};

/** The scope that each block opens. */
export type Scopes = ReadonlyMap<Node, Scope>;

/** Reads all bindings before anything is looked up, so that a constant may be declared below its use. */
export const readScopes = (program: Program): Scopes => {
  const scopes = new Map<Node, Scope>();
  walk(program, createScope(null), (node, _, outer) => {
    bindDeclared(node, outer);
    if (!opensScope.has(node.type)) return outer;
    const scope = createScope(outer);
    bindPatterns(parametersOf(node), scope);
    scopes.set(node, scope);
    return scope;
  });
  return scopes;
};

const opensScope: ReadonlySet<string> = new Set<Node['type']>([
  'Program',
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'BlockStatement',
  'StaticBlock',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'TSModuleBlock',
]);

const parametersOf = (node: Node): readonly (BindingPattern | ParamPattern)[] => {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.params;
    case 'CatchClause':
      return node.param ? [node.param] : [];
    default:
      return [];
  }
};

const bindDeclared = (node: Node, scope: Scope): void => {
  switch (node.type) {
    case 'VariableDeclaration':
      for (const { id, init } of node.declarations) {
        if (node.kind === 'const' && id.type === 'Identifier') bind(id.name, init, scope);
        else bindPatterns([id], scope);
      }
      return;
    case 'TSEnumDeclaration':
      bind(node.id.name, node, scope);
      return;
    case 'FunctionDeclaration':
      if (node.id) bind(node.id.name, node, scope);
      return;
    case 'ClassDeclaration':
      if (node.id) bind(node.id.name, null, scope);
      return;
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      bind(node.local.name, null, scope);
      return;
    default:
  }
};

const bindPatterns = (patterns: readonly (BindingPattern | ParamPattern)[], scope: Scope): void => {
  const pending = [...patterns];
  for (let pattern = pending.pop(); pattern !== undefined; pattern = pending.pop()) {
    if (pattern.type === 'Identifier') bind(pattern.name, null, scope);
    else if (pattern.type === 'AssignmentPattern') pending.push(pattern.left);
    else if (pattern.type === 'RestElement') pending.push(pattern.argument);
    else if (pattern.type === 'TSParameterProperty') pending.push(pattern.parameter);
    else if (pattern.type === 'ArrayPattern') {
      for (const element of pattern.elements) if (element) pending.push(element);
    } else {
      for (const property of pattern.properties) pending.push(property.type === 'Property' ? property.value : property);
    }
  }
};
