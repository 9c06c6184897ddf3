import type { CodeSet } from '@recourse/contract';
import type { Io } from '../command.ts';
import { findRegistries } from './find-registries.ts';
import { knownSets } from './known-sets.ts';
import { loadCodeSets } from './load-code-sets.ts';
import { reasonOf } from './read-json.ts';

/** The sets that the package here adds to the known ones. A set that cannot be loaded is reported and left out. */
export const declaredSets = async (io: Io): Promise<readonly CodeSet[]> => {
  const sets: CodeSet[] = [];
  try {
    for (const { module } of findRegistries(io.cwd)) sets.push(...(await loadCodeSets(module, io.cwd)));
  } catch (error) {
    io.err(`recourse: ${reasonOf(error)}`);
  }
  const known = new Set(knownSets.map(({ namespace }) => namespace));
  return sets.filter(({ namespace }) => !known.has(namespace));
};
