import { readFile } from 'node:fs/promises';
import type { ServerEntry } from '@recourse/server';
import type { OwnOptions } from './servers.ts';

/** The name of the sample adapter, and of its server. */
const sampleAdapter = 'forge';

/** Serves the sample adapter on a local forge that ends with the server, for operators without an adapter file. */
export const sampleAdapterEntry = ({ mode, prefix }: Pick<OwnOptions, 'mode' | 'prefix'>): ServerEntry => ({
  name: sampleAdapter,
  start: async (setting) => {
    const [{ aqlEntry, forgeAdapterFile, isGood, parseAdapter }, { createForge, sampleSeed, sampleTokens }] =
      await Promise.all([import('@recourse/server-aql'), import('@recourse/forge')]);
    const loaded = parseAdapter(forgeAdapterFile, await readFile(forgeAdapterFile, 'utf8'));
    if (!isGood(loaded)) throw new Error('The sample adapter is not valid.');
    const forge = await createForge({ seed: sampleSeed });
    try {
      const options = {
        baseUrl: forge.url,
        ...(mode !== undefined && { mode }),
        ...(prefix !== undefined && { prefix }),
      };
      const environment = { ...setting.environment, FORGE_TOKEN: sampleTokens.mira };
      const { server, close } = await aqlEntry(loaded, options).start({ ...setting, environment });
      setting.notify(
        `No --adapter given: serving a sample adapter for a local forge at ${forge.url}, as the user mira.`,
      );
      return {
        server,
        close: async () => {
          await close?.();
          await forge.close();
        },
      };
    } catch (error) {
      await forge.close();
      throw error;
    }
  },
});
