import { statSync } from 'node:fs';
import { keyVariable, parseKeys, readKeyFile } from './installation-key.ts';
import { createPassingSealer, createSealer } from './sealer.ts';
import type { Sealer } from './sealer.ts';
import type { Environment } from '../settings/store-settings.ts';

export interface FoundKeys {
  readonly source: 'environment' | 'file' | 'none';
  /** Opens nothing where there is no key. */
  readonly sealer: Sealer;
}

/** The keys of an installation where there are any, and never new ones. */
export const findKeys = (file: string | undefined, environment: Environment): FoundKeys => {
  const given = environment[keyVariable];
  if (given !== undefined && given !== '') {
    return { source: 'environment', sealer: createSealer(parseKeys(given, keyVariable)) };
  }
  const isThere = file !== undefined && statSync(file, { throwIfNoEntry: false }) !== undefined;
  return isThere
    ? { source: 'file', sealer: createSealer(readKeyFile(file)) }
    : { source: 'none', sealer: createPassingSealer() };
};
