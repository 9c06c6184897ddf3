import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { listCodes } from '@recourse/contract/stability';
import type { CodeSet } from '@recourse/contract';
import { knownSets } from '../registries/known-sets.ts';
import { renderCodesPage } from './codes-page.ts';
import { renderDialectPage } from './dialect-page.ts';

/** The pages of the reference, by path. For other sets than the contract's own, only that of their codes. */
export const referencePages = async (sets: readonly CodeSet[] = knownSets): Promise<ReadonlyMap<string, string>> => {
  const { codes } = await listCodes(sets);
  const pages = new Map([['codes.md', renderCodesPage(codes)]]);
  if (sets !== knownSets) return pages;
  for (const name of dialectNames) {
    pages.set(`dialects/${name}.md`, await renderDialectPage(await loadDialect(name), codes));
  }
  return pages;
};
