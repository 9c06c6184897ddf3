import { createRegistry } from '@recourse/contract';
import { coverageCodes } from '@recourse/contract/registries/coverage';

export { coverageCodes };

/** The codes of the core and of the coverage contract. */
export const registry = createRegistry(coverageCodes);
