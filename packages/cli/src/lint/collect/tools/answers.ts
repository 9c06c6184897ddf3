import type { Node } from 'oxc-parser';
import type { Followed } from '../../syntax/follow-constants.ts';
import { findBound, findScope } from '../../syntax/scope.ts';
import type { Scope } from '../../syntax/scope.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import type { Source } from '../source.ts';
import { makerOf } from './makers.ts';
import type { Made } from './makers.ts';
import type { Handler, OwnNames } from './own-names.ts';

/** The answers of a handler. */
export interface Answers {
  readonly made: readonly Made[];
  /** An answer that may be a failure, which is only known at run time; else null. */
  readonly elsewhere: Node | null;
}

/** Follows what a handler returns, through conditions and constants, to the calls that made it. */
export const readAnswers = (
  returned: readonly Followed[],
  handler: Handler,
  own: OwnNames,
  source: Source,
): Answers => {
  const made: Made[] = [];
  let elsewhere: Node | null = null;
  const seen = new Set<Node>();
  const pending = [...returned];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { scope } = next;
    const node = unwrap(next.node);
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.type === 'CallExpression') {
      const maker = makerOf(node, scope, own, source);
      if (maker === null) elsewhere ??= node;
      else if (maker !== 'succeed') made.push({ call: node, scope, maker });
      continue;
    }
    const followed = follow(node, scope);
    if (followed !== null) for (const inner of followed) pending.push(inner);
    else if (!isPlain(node) && !isGiven(node, scope, source.scopes.get(handler))) elsewhere ??= node;
  }
  return { made, elsewhere };
};

/** Returns the expressions that this one can evaluate to, or null if it cannot be followed. */
const follow = (node: Node, scope: Scope): readonly Followed[] | null => {
  switch (node.type) {
    case 'ConditionalExpression':
      return [
        { node: node.consequent, scope },
        { node: node.alternate, scope },
      ];
    case 'LogicalExpression': {
      const right = { node: node.right, scope };
      // A failure is true: the left side of && is never the answer when it is one.
      return node.operator === '&&' ? [right] : [{ node: node.left, scope }, right];
    }
    case 'SequenceExpression':
      return node.expressions.slice(-1).map((last) => ({ node: last, scope }));
    case 'Identifier': {
      if (node.name === 'undefined') return [];
      const found = findBound(node.name, scope);
      return found && [{ node: found.bound, scope: found.scope }];
    }
    default:
      return null;
  }
};

const plainTypes: ReadonlySet<string> = new Set<Node['type']>([
  'ObjectExpression',
  'ArrayExpression',
  'Literal',
  'TemplateLiteral',
  'UnaryExpression',
  'BinaryExpression',
]);

/** A value that is written here. A failure cannot be: only the contract can make one. */
const isPlain = ({ type }: Node): boolean => plainTypes.has(type);

/** Something that the handler was given, such as its arguments, or a part of that. */
const isGiven = (node: Node, scope: Scope, parameters: Scope | undefined): boolean => {
  let root = node;
  while (root.type === 'MemberExpression') root = unwrap(root.object);
  return root.type === 'Identifier' && findScope(root.name, scope) === parameters;
};
