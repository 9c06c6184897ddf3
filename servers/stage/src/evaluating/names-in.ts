import { childrenOf } from '@recourse/engine/script';
import type { ScriptNode } from '@recourse/engine/script';

/** The names of all identifiers of a program. */
export const namesIn = (program: ScriptNode): ReadonlySet<string> => {
  const names = new Set<string>();
  const collect = (node: ScriptNode): void => {
    if (node.type === 'Identifier') names.add(String(node['name']));
    for (const [, child] of childrenOf(node)) collect(child);
  };
  collect(program);
  return names;
};
