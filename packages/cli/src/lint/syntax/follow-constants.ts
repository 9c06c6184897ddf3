import type { Node } from 'oxc-parser';
import { findBound } from './scope.ts';
import type { Scope } from './scope.ts';
import { unwrap } from './unwrap.ts';

/** An expression, and where to look up the names in it. */
export interface Followed {
  readonly node: Node;
  readonly scope: Scope;
}

/** Follows names to their expression in the file; null if a name does not have exactly one value. */
export const followConstants = (node: Node, scope: Scope): Followed | null => {
  const seen = new Set<Node>();
  let inner = unwrap(node);
  let within = scope;
  while (inner.type === 'Identifier' && !seen.has(inner)) {
    seen.add(inner);
    const found = findBound(inner.name, within);
    if (found === null) return null;
    inner = unwrap(found.bound);
    within = found.scope;
  }
  return { node: inner, scope: within };
};
