import { clientCodes } from '@recourse/client/codes';
import type { CodeSet } from '@recourse/contract';
import { coreCodes, coverageCodes, githubCodes, launchCodes, stageCodes } from '@recourse/contract/registries';
import { runCodes } from '@recourse/runs/codes';
import { cliCodes } from '../errors/cli-codes.ts';

/** The registries that come with Recourse: the core, the client, the servers, and this command. */
export const knownSets: readonly CodeSet[] = [
  coreCodes,
  clientCodes,
  coverageCodes,
  githubCodes,
  launchCodes,
  runCodes,
  stageCodes,
  cliCodes,
];

/** How a set is called on the command line; the core has no namespace. */
export const nameOfSet = ({ namespace }: Pick<CodeSet, 'namespace'>): string => namespace ?? 'core';
