import type { Node, ObjectExpression, TSEnumDeclaration } from 'oxc-parser';
import { findBound } from './scope.ts';
import type { Scope } from './scope.ts';
import { keyOf } from './text-of.ts';
import { unwrap } from './unwrap.ts';

export interface Entry {
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
  /** Where to look up names in the value. */
  readonly scope: Scope;
}

/** The entries of an object as far as they stand in the file; `complete` says whether that is all of them. */
export interface ReadObject {
  readonly entries: readonly Entry[];
  readonly complete: boolean;
}

/** Reads an object literal, an enumeration or a constant that is one, spreads included; null for anything else. */
export const readObject = (node: Node, scope: Scope): ReadObject | null => {
  const found = findObject(node, scope);
  if (found === null) return null;
  const entries: Entry[] = [];
  let complete = true;
  const pending = [found];
  const seen = new Set<Node>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    // A constant that spreads itself through another one does not compile, but it does parse.
    if (seen.has(next.object)) continue;
    seen.add(next.object);
    const { scope } = next;
    if (next.object.type === 'TSEnumDeclaration') {
      for (const entry of readEnum(next.object, scope)) entries.push(entry);
      continue;
    }
    for (const property of next.object.properties) {
      if (property.type === 'SpreadElement') {
        const spread = findObject(property.argument, scope);
        if (spread === null) complete = false;
        else pending.push(spread);
        continue;
      }
      const name = keyOf(property);
      if (name === null) complete = false;
      else entries.push({ name, key: property.key, value: property.value, scope });
    }
  }
  return { entries, complete };
};

interface FoundObject {
  readonly object: ObjectExpression | TSEnumDeclaration;
  readonly scope: Scope;
}

const findObject = (node: Node, scope: Scope): FoundObject | null => {
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
  return inner.type === 'ObjectExpression' || inner.type === 'TSEnumDeclaration'
    ? { object: inner, scope: within }
    : null;
};

const readEnum = (declaration: TSEnumDeclaration, scope: Scope): readonly Entry[] =>
  declaration.body.members.flatMap((member) => {
    const name = keyOf({ key: member.id, computed: member.computed });
    return name === null || member.initializer === null
      ? []
      : [{ name, key: member.id, value: member.initializer, scope }];
  });
