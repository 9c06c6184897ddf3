import type { Node, ObjectExpression, TSEnumDeclaration } from 'oxc-parser';
import { followConstants } from './follow-constants.ts';
import type { Scope } from './scope.ts';
import { keyOf } from './text-of.ts';

export interface Entry {
  readonly name: string;
  readonly key: Node;
  readonly value: Node;
  /** Where to look up names in the value. */
  readonly scope: Scope;
}

/** The entries of an object as far as they are in the file; `complete` says whether that is all of them. */
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

/** An object as it is written, and where to look up the names in it. */
export interface FoundObject {
  readonly object: ObjectExpression | TSEnumDeclaration;
  readonly scope: Scope;
}

/** The object literal or enumeration that an expression stands for, else null. */
export const findObject = (node: Node, scope: Scope): FoundObject | null => {
  const found = followConstants(node, scope);
  if (found?.node.type !== 'ObjectExpression' && found?.node.type !== 'TSEnumDeclaration') return null;
  return { object: found.node, scope: found.scope };
};

const readEnum = (declaration: TSEnumDeclaration, scope: Scope): readonly Entry[] =>
  declaration.body.members.flatMap((member) => {
    const name = keyOf({ key: member.id, computed: member.computed });
    return name === null || member.initializer === null
      ? []
      : [{ name, key: member.id, value: member.initializer, scope }];
  });
