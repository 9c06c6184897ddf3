import { createRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { storageCodes } from './codes.ts';
import type { PageProblem } from './page/outcome.ts';

const { fail } = createRegistry(storageCodes);
const effect = 'none' as const;

/** The page has no storage of this kind. */
export const unsupported = (storage: string, { url, reason }: Pick<PageProblem, 'url' | 'reason'>): Failure =>
  fail('storage.UNSUPPORTED', { storage, url, reason }, { effect });

/** The storage refused an operation. */
export const accessFailed = (storage: string, { reason }: Pick<PageProblem, 'reason'>): Failure =>
  fail('storage.ACCESS_FAILED', { storage, reason }, { effect });

/** There is no such entry, database or store. */
export const notFound = (
  storage: string,
  { what, name, available }: Pick<PageProblem, 'what' | 'name' | 'available'>,
): Failure => fail('storage.NOT_FOUND', { storage, what, name, available: [...available] }, { effect });
