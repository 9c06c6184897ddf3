import { createRegistry } from '@recourse/contract';
import { launchCodes } from '@recourse/contract/registries';

/** Builds the failures of this server. */
export const { fail } = createRegistry(launchCodes);
