import type { BinaryExpression, MemberExpression, Node, TemplateLiteral } from 'oxc-parser';
import { readObject } from './read-object.ts';
import { findBound } from './scope.ts';
import type { Scope } from './scope.ts';
import { memberOf, textOf } from './text-of.ts';
import { unwrap } from './unwrap.ts';

interface Text {
  readonly value: string;
  /** The literal itself, which may be far from its use. */
  readonly node: Node;
}

/** The strings that an expression can be; `complete` is false when it can be others that are not in the file. */
export interface ResolvedTexts {
  readonly texts: readonly Text[];
  readonly complete: boolean;
}

interface Pending {
  readonly node: Node;
  readonly scope: Scope;
}

/** Follows both branches of conditions, constants of the same file, and members of constant objects. */
export const resolveTexts = (expression: Node, scope: Scope): ResolvedTexts => {
  const texts: Text[] = [];
  let complete = true;
  const seen = new Set<Node>();
  const pending: Pending[] = [{ node: expression, scope }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const node = unwrap(next.node);
    if (seen.has(node)) continue;
    seen.add(node);
    const value = textOf(node);
    if (value !== null) {
      texts.push({ value, node });
      continue;
    }
    const followed = follow(node, next.scope);
    if (followed === null) complete &&= isNeverCode(node);
    else for (const inner of followed) pending.push(inner);
  }
  return { texts, complete };
};

/** The expressions whose values the value of this one is among, or null if that cannot be told. */
const follow = (node: Node, scope: Scope): readonly Pending[] | null => {
  const here = (...nodes: readonly Node[]): readonly Pending[] => nodes.map((inner) => ({ node: inner, scope }));
  switch (node.type) {
    case 'ConditionalExpression':
      return here(node.consequent, node.alternate);
    case 'LogicalExpression':
      // The left side of && is the result only when it is false, and a code never is.
      return node.operator === '&&' ? here(node.right) : here(node.left, node.right);
    case 'SequenceExpression':
      return here(...node.expressions.slice(-1));
    case 'AssignmentExpression':
      return node.operator === '=' ? here(node.right) : null;
    case 'Identifier': {
      if (node.name === 'undefined') return [];
      const found = findBound(node.name, scope);
      return found === null ? null : [{ node: found.bound, scope: found.scope }];
    }
    case 'MemberExpression':
      return followMember(node, scope);
    default:
      return null;
  }
};

/** A member of a constant object; whichever member it may be, when the name is computed. */
const followMember = (node: MemberExpression, scope: Scope): readonly Pending[] | null => {
  const object = readObject(node.object, scope);
  if (!object?.complete) return null;
  const name = memberOf(node);
  const entries = name === null ? object.entries : object.entries.filter((entry) => entry.name === name);
  if (entries.length === 0) return null;
  return entries.map(({ value, scope }) => ({ node: value, scope }));
};

const neverText: ReadonlySet<string> = new Set<Node['type']>([
  'Literal',
  'ObjectExpression',
  'ArrayExpression',
  'NewExpression',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassExpression',
  'UnaryExpression',
  'UpdateExpression',
  'JSXElement',
  'JSXFragment',
]);

/** Whether a value can never have the shape of a code: other libraries have a `fail` as well. */
const isNeverCode = (node: Node): boolean => {
  if (node.type === 'TemplateLiteral') return hasProse(node);
  if (node.type === 'BinaryExpression') return node.operator !== '+' || sumHasProse(node);
  return neverText.has(node.type);
};

const prose = /[^\w.-]/;

const hasProse = (template: TemplateLiteral): boolean => template.quasis.some(({ value }) => prose.test(value.raw));

const sumHasProse = (sum: BinaryExpression): boolean => {
  let node: Node = sum;
  while (node.type === 'BinaryExpression') {
    if (isProse(node.right)) return true;
    node = unwrap(node.left);
  }
  return isProse(node);
};

const isProse = (node: Node): boolean =>
  prose.test(textOf(node) ?? '') || (node.type === 'TemplateLiteral' && hasProse(node));
