import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { listCodes } from '@recourse/contract/stability';
import type { CodeSet } from '@recourse/contract';
import { cliCodes } from '../errors/cli-codes.ts';
import { knownSets } from '../registries/known-sets.ts';
import { renderCodesPage } from './codes-page.ts';
import { renderDialectPage } from './dialect-page.ts';
import { renderExitStatusesPage } from './exit-statuses-page.ts';

/** The pages of the reference, by path. For sets other than those of Recourse, only the page of their codes. */
export const referencePages = async (sets: readonly CodeSet[] = knownSets): Promise<ReadonlyMap<string, string>> => {
  const { codes } = await listCodes(sets);
  const pages = new Map([['codes.md', renderCodesPage(codes)]]);
  if (sets !== knownSets) return pages;
  pages.set('exit-statuses.md', renderExitStatusesPage());
  // Errors of the command itself are never rendered in a dialect.
  const onTheWire = codes.filter(({ namespace }) => namespace !== cliCodes.namespace);
  for (const name of dialectNames) {
    pages.set(`dialects/${name}.md`, await renderDialectPage(await loadDialect(name), onTheWire));
  }
  return pages;
};
