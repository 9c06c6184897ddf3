import { existsSync } from 'node:fs';
import path from 'node:path';
import { configurationFileName } from '@recourse/engine/configuration';
import { locateStores, StoreSettingsError } from '@recourse/stores/configured';

/**
 * The arguments that let a server find the configuration and the state of this folder, wherever its client starts it.
 * A store that the configuration names is found through the configuration.
 */
export const stateArguments = async (cwd: string): Promise<readonly string[]> => {
  const file = path.join(cwd, configurationFileName);
  const named = existsSync(file) ? ['--config', file] : [];
  const store = await placeOfState(cwd);
  return store === undefined ? named : [...named, '--store', store];
};

const placeOfState = async (cwd: string): Promise<string | undefined> => {
  try {
    // The environment of this moment is not that of the client.
    const { configuration, location } = await locateStores({ cwd, environment: {} });
    const { store } = configuration;
    return store.kind === 'sqlite' && store.file === undefined ? location.place : undefined;
  } catch (error) {
    // The address of a database is still to come, from the environment of the client.
    if (error instanceof StoreSettingsError) return undefined;
    throw error;
  }
};
