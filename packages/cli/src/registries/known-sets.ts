import type { CodeSet } from '@recourse/contract';
import { coreCodes, coverageCodes, githubCodes, launchCodes, stageCodes } from '@recourse/contract/registries';

/** The registries that come with the contract, core first. */
export const knownSets: readonly CodeSet[] = [coreCodes, coverageCodes, githubCodes, launchCodes, stageCodes];

/** How a set is called on the command line; the core has no namespace. */
export const nameOfSet = ({ namespace }: Pick<CodeSet, 'namespace'>): string => namespace ?? 'core';
