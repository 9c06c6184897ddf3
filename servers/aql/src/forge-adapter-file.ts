import { fileURLToPath } from 'node:url';

/** The adapter of the forge that comes with this package. */
export const forgeAdapterFile = fileURLToPath(new URL('../adapters/forge.md', import.meta.url));
