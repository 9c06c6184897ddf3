import { StoreUnavailableError } from '@recourse/engine';
import { StoreVersionError } from '../settings/store-version-error.ts';

/** Data and constraints: what these classes of SQLSTATE complain about is a bug of ours, not a store that is down. */
const bugs = /^2[23]/;

/** What a failure of the server or of the way to it means to a caller. */
export const explainFailure = (error: unknown): unknown => {
  if (error instanceof StoreUnavailableError || error instanceof StoreVersionError) return error;
  if (error instanceof Error && bugs.test(codeOf(error))) return error;
  return new StoreUnavailableError('PostgreSQL', { cause: error });
};

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');
