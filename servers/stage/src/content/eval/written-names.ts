import { childrenOf, keyName, nodesAt } from '@recourse/engine/script';
import type { ScriptNode } from '@recourse/engine/script';

/** The keys of the objects that a program writes out, and the names of the groups in its patterns. */
export const writtenNames = (program: ScriptNode): ReadonlySet<string> => {
  const keys = new Set<string>();
  const collect = (from: ScriptNode): void => {
    if (from.type === 'ObjectExpression')
      for (const property of nodesAt(from, 'properties')) keys.add(keyName(property, 'key') ?? '');
    for (const name of groupsIn(from)) keys.add(name);
    for (const [, child] of childrenOf(from)) collect(child);
  };
  collect(program);
  return keys;
};

const groupsIn = ({ regex }: ScriptNode): readonly string[] => {
  const { pattern } = Object(regex) as { readonly pattern?: unknown };
  return [...String(pattern ?? '').matchAll(/\(\?<(?<name>\w+)>/gu)].map(({ groups }) => groups?.['name'] ?? '');
};
