import path from 'node:path';
import { ConfigurationError, loadConfiguration } from '@recourse/engine/configuration';
import type { Configuration, StoreConfiguration } from '@recourse/engine/configuration';
import { databaseVariable, defaultFile } from '../settings/store-settings.ts';
import type { Environment, StoreSettings } from '../settings/store-settings.ts';
import { isAddress, isOtherAddress, locationOf } from './store-location.ts';
import type { StoreLocation } from './store-location.ts';

export interface LocateOptions {
  readonly cwd: string;
  /** Another file than `recourse.config.json`, from the working directory. */
  readonly configurationFile?: string;
  /** A file or an address of PostgreSQL; it overrides the configuration. */
  readonly store?: string;
  readonly environment: Environment;
  /** The names of tools and operations, where they are known: a rule for any other is a problem. */
  readonly tools?: readonly string[];
}

export interface LocatedStores {
  readonly configuration: Configuration;
  /** Complete: nothing of it depends on the working directory any more. */
  readonly settings: StoreSettings;
  readonly location: StoreLocation;
}

/** The settings do not name a store. The message holds no secret. */
export class StoreSettingsError extends Error {
  override readonly name = 'StoreSettingsError';
}

/**
 * Says where the state of a working directory is, and opens nothing. Servers and commands ask here, so that they find
 * the same state. A file that is wrong is thrown as a `ConfigurationError`.
 */
export const locateStores = async (options: LocateOptions): Promise<LocatedStores> => {
  const { cwd, configurationFile, tools } = options;
  const loaded = await loadConfiguration(cwd, {
    ...(configurationFile !== undefined && { file: configurationFile }),
    ...(tools && { tools }),
  });
  if (!loaded.ok) throw new ConfigurationError(loaded.problems);
  const { configuration } = loaded;
  const settings = settingsOf(configuration.store, options);
  return { configuration, settings, location: locationOf(settings) };
};

/** The command line goes before the environment, and the environment before the file. */
const settingsOf = (configured: StoreConfiguration, options: LocateOptions): StoreSettings => {
  const { cwd, store } = options;
  if (store !== undefined && isOtherAddress(store)) {
    throw new StoreSettingsError('The store must be a SQLite file or a URL that begins with postgres://');
  }
  if (store !== undefined && !isAddress(store)) {
    const own = configured.kind === 'sqlite' ? configured : {};
    return { ...own, kind: 'sqlite', file: path.resolve(cwd, store) };
  }
  if (store !== undefined || configured.kind === 'postgres') {
    const own = configured.kind === 'postgres' ? configured : { kind: 'postgres' as const };
    return { ...own, url: addressOf(own.url, options) };
  }
  if (configured.kind === 'memory') return configured;
  return { ...configured, file: configured.file ?? path.join(cwd, defaultFile) };
};

const addressOf = (configured: string | undefined, { store, environment }: LocateOptions): string => {
  const inEnvironment = environment[databaseVariable];
  const fromEnvironment = inEnvironment === '' ? undefined : inEnvironment;
  const url = store ?? fromEnvironment ?? configured;
  if (url === undefined) {
    throw new StoreSettingsError(
      `The store is PostgreSQL, but its URL is missing: set ${databaseVariable}, or store.url in the configuration`,
    );
  }
  if (isAddress(url) && URL.canParse(url)) return url;
  const source = store !== undefined || fromEnvironment === undefined ? 'The URL of the store' : databaseVariable;
  throw new StoreSettingsError(`${source} must be a URL such as postgres://user:password@db.example.org/recourse`);
};
