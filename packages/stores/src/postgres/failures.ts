import { StoreUnavailableError } from '@recourse/engine/store-ports';
import { StoreVersionError } from '../settings/store-version-error.ts';

/** SQLSTATE classes for data and constraint errors: a bug in our code, not an unavailable store. */
const bugs = /^2[23]/;

/** Turns a failure of the server or the network into the error for the caller. */
export const explainFailure = (error: unknown): unknown => {
  if (error instanceof StoreUnavailableError || error instanceof StoreVersionError) return error;
  if (error instanceof Error && bugs.test(codeOf(error))) return error;
  return new StoreUnavailableError('PostgreSQL', { cause: error });
};

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
