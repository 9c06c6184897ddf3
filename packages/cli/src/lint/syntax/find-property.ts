import type { Node, ObjectPropertyKind } from 'oxc-parser';
import type { Followed } from './follow-constants.ts';
import { findObject } from './read-object.ts';
import type { FoundObject } from './read-object.ts';
import type { Scope } from './scope.ts';
import { keyOf } from './text-of.ts';

/**
 * The value that an object has under a name. As when it runs, what is written last wins, and what is written before
 * that is of no interest. It is `unknown` when something that cannot be read may have replaced it.
 */
export const findProperty = (found: FoundObject, name: string): Followed | 'absent' | 'unknown' => {
  const pending: { readonly property: ObjectPropertyKind; readonly scope: Scope }[] = [];
  const seen = new Set<Node>();
  const open = ({ object, scope }: FoundObject): boolean => {
    if (object.type === 'TSEnumDeclaration') return false;
    if (!seen.has(object)) for (const property of object.properties) pending.push({ property, scope });
    seen.add(object);
    return true;
  };
  if (!open(found)) return 'unknown';
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { property, scope } = next;
    if (property.type === 'SpreadElement') {
      const spread = findObject(property.argument, scope);
      if (spread === null || !open(spread)) return 'unknown';
      continue;
    }
    const key = keyOf(property);
    if (key === name) return property.kind === 'init' ? { node: property.value, scope } : 'unknown';
    if (key === null) return 'unknown';
  }
  return 'absent';
};
