import { createRegistry } from './registry.ts';

/** The codes of the core, for whoever needs no others. */
export const coreRegistry = createRegistry();

export const { fail, warn } = coreRegistry;
