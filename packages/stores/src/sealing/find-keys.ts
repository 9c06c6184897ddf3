import { statSync } from 'node:fs';
import { keyVariable, parseKeys, readKeyFile } from './installation-key.ts';
import type { InstallationKeys } from './installation-key.ts';
import { createPassingSealer, createSealer } from '@recourse/engine/sealing';
import type { Sealer } from '@recourse/engine/sealing';
import type { Environment } from '../settings/store-settings.ts';

export interface FoundKeys {
  readonly source: 'environment' | 'file' | 'none';
  /** Absent if there is no key. */
  readonly keys?: InstallationKeys;
  /** Opens nothing if there is no key. */
  readonly sealer: Sealer;
}

/** Finds the keys of an installation, and never creates one. */
export const findKeys = (file: string | undefined, environment: Environment): FoundKeys => {
  const given = environment[keyVariable];
  if (given !== undefined && given !== '') return foundIn('environment', parseKeys(given, keyVariable));
  const exists = file !== undefined && statSync(file, { throwIfNoEntry: false }) !== undefined;
  return exists ? foundIn('file', readKeyFile(file)) : { source: 'none', sealer: createPassingSealer() };
};

const foundIn = (source: 'environment' | 'file', keys: InstallationKeys): FoundKeys => ({
  source,
  keys,
  sealer: createSealer(keys),
});
