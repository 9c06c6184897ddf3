import { reservedNames } from '../../adapter/reserved-names.ts';
import { countThrough } from '../count-through.ts';
import type { Nameable } from './propose-names.ts';
import { proposeNames } from './propose-names.ts';

/**
 * One name for each operation. Where several propose the same, none of them gets it and each says more, so that no name
 * depends on which came first; only what is still equal at the end is counted through.
 */
export const assignNames = (operations: readonly Nameable[]): readonly string[] => {
  const proposals = operations.map((operation) => proposeNames(operation));
  const names: (string | undefined)[] = operations.map(() => undefined);
  const taken = new Set(reservedNames);
  const levels = Math.max(0, ...proposals.map(({ length }) => length));
  for (let level = 0; level < levels; level += 1) {
    const wanted = new Map<string, number[]>();
    for (const [index, proposal] of proposals.entries()) {
      const name = names[index] === undefined ? proposal[level] : undefined;
      if (name !== undefined && !taken.has(name)) wanted.set(name, [...(wanted.get(name) ?? []), index]);
    }
    for (const [name, [first, ...others]] of wanted) {
      taken.add(name);
      if (first !== undefined && others.length === 0) names[first] = name;
    }
  }
  return names.map((name, index) => {
    const own = name ?? countThrough(proposals[index]?.at(-1) ?? 'operation', taken);
    taken.add(own);
    return own;
  });
};
