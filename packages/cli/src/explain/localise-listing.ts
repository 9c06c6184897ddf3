import { localise, localiseWarning } from '@recourse/contract/localisation';
import type { Catalogue } from '@recourse/contract/localisation';
import { createRegistry } from '@recourse/contract';
import type { CodeSet, Outcome } from '@recourse/contract';
import type { ListedCode } from '@recourse/contract/stability';

/** The sentences of a listed code in the words of a catalogue, where it has them. */
export const localiseListed = (listed: ListedCode, catalogue: Catalogue): ListedCode => {
  const entry = listed.namespace === null ? catalogue[listed.code] : undefined;
  if (!entry) return listed;
  return { ...listed, summary: [entry.summary].flat(), message: [entry.message].flat(), hint: [entry.hint].flat() };
};

/** An outcome in the words of a catalogue. */
export const localiseOutcome = (outcome: Outcome, set: CodeSet, catalogue: Catalogue): Outcome => {
  const options = { registry: createRegistry(set) };
  return outcome.ok
    ? { ...outcome, warnings: outcome.warnings.map((warning) => localiseWarning(warning, catalogue, options)) }
    : localise(outcome, catalogue, options);
};
