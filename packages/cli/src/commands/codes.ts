import path from 'node:path';
import type { CodeSet } from '@recourse/contract';
import { listCodes } from '@recourse/contract/stability';
import { exitCodes } from '../command.ts';
import type { Io, Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { renderCodesPage } from '../reference/codes-page.ts';
import { parseArguments } from '../parse-arguments.ts';
import { knownSets, nameOfSet } from '../registries/known-sets.ts';
import { loadCodeSets } from '../registries/load-code-sets.ts';
import { didYouMean, orList } from '../terminal/did-you-mean.ts';
import { codesTable } from '../terminal/codes-table.ts';

/** Runs `recourse codes`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    namespace: { type: 'string' },
  });
  if (values.json && values.markdown) throw new UsageError('Use either --json or --markdown, not both.');
  const sets = chooseSets(await loadModules(positionals, io), values.namespace);
  const listing = await listCodes(sets);
  if (values.json) io.out(JSON.stringify(listing, null, 2));
  else if (values.markdown) io.out(renderCodesPage(listing.codes));
  else io.out(codesTable(listing.codes, io));
  return exitCodes.clean;
};

const loadModules = async (modules: readonly string[], io: Io): Promise<readonly CodeSet[]> => {
  const sets: CodeSet[] = [];
  for (const module of modules) {
    const verb = didYouMean(module, ['check', 'lock', 'diff']);
    if (verb !== '' && !/[./\\]/.test(module)) throw new UsageError(`There is no command 'codes ${module}'.${verb}`);
    sets.push(...(await loadCodeSets(path.resolve(io.cwd, module), io.cwd)));
  }
  return sets;
};

const chooseSets = (loaded: readonly CodeSet[], namespace: string | undefined): readonly CodeSet[] => {
  if (namespace === undefined) return loaded.length > 0 ? loaded : knownSets;
  const isWanted = (set: CodeSet): boolean => nameOfSet(set) === namespace;
  const chosen = loaded.some(isWanted) ? loaded.filter(isWanted) : knownSets.filter(isWanted);
  if (chosen.length > 0) return chosen;
  const names = [...new Set([...loaded, ...knownSets].map(nameOfSet))];
  throw new UsageError(
    `There is no namespace '${namespace}'.${didYouMean(namespace, names) || ` Use ${orList(names)}.`}`,
  );
};
