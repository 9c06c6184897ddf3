import { clientCodes } from '@recourse/client/codes';
import type { CodeSet } from '@recourse/contract';
import { coreCodes, coverageCodes, githubCodes, launchCodes, stageCodes } from '@recourse/contract/registries';

/** The registries that come with Recourse, core first; the client's own codes are for what no server has said. */
export const knownSets: readonly CodeSet[] = [
  coreCodes,
  clientCodes,
  coverageCodes,
  githubCodes,
  launchCodes,
  stageCodes,
];

/** How a set is called on the command line; the core has no namespace. */
export const nameOfSet = ({ namespace }: Pick<CodeSet, 'namespace'>): string => namespace ?? 'core';
