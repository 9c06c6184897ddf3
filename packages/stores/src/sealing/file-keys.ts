import type { Environment } from '../settings/store-settings.ts';
import { keyVariable, parseKeys, readKeyFile } from './installation-key.ts';
import type { InstallationKeys } from './installation-key.ts';

/** The keys of a store in a file: those of its settings, those of the environment, or those beside the file. */
export const keysOfFile = (
  { key, file }: { readonly key?: string | undefined; readonly file: string },
  environment: Environment,
): InstallationKeys => {
  if (key !== undefined) return parseKeys(key, "The 'key' setting of the store");
  const given = environment[keyVariable];
  return given === undefined || given === '' ? readKeyFile(keyFileOf(file)) : parseKeys(given, keyVariable);
};

/** The key file, next to the file of the store. */
export const keyFileOf = (file: string): string => `${file}.key`;
