import { StoreUnavailableError } from '@recourse/engine';
import type { Stores } from '../stores.ts';

export const openPostgres = (): Promise<Stores> =>
  Promise.reject(new StoreUnavailableError('PostgreSQL', { cause: new Error('It is not built yet') }));
