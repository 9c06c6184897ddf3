import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltSite } from '../../gates/hugo/built-site.ts';
import { addressOf, filesOf } from '../../gates/links/page-address.ts';
import type { SiteFolders } from '../../gates/links/page-address.ts';
import type { ShownPage } from '../run/shown-run.ts';
import { findSentences } from './find-sentences.ts';
import { readRendered } from './read-rendered.ts';

/** Larger pages are served as they are. */
const mostBytes = 4 * 1024 * 1024;

/** How many sentences of a page there are, and how many of them a reader can point at. */
export interface PageCounts {
  readonly sentences: number;
  readonly matched: number;
  /** Titles and descriptions in front matter that the page does not show. */
  readonly hidden: number;
}

/** A page of the run in the built site. */
export interface PreviewPage {
  readonly page: ShownPage;
  /** The file of the built site; undefined if hugo did not publish the page. */
  readonly file: string | undefined;
  /** The path of its address. */
  readonly address: string | undefined;
  readonly counts: PageCounts;
  /** Places in the list of sentences that were not found, front matter included. */
  readonly unmatched: readonly number[];
}

/** Finds the pages of a run in the built site, and their sentences in them. */
export const readPreviewPages = async (
  pages: readonly ShownPage[],
  { site, folder, folders }: { readonly site: BuiltSite; readonly folder: string; readonly folders: SiteFolders },
): Promise<readonly PreviewPage[]> => {
  const read: PreviewPage[] = [];
  for (const page of pages) {
    const address = site.addresses.get(page.path) ?? addressOf(page.path, folders);
    const file = address === undefined ? undefined : filesOf(address, '/').find((one) => site.files.has(one));
    const html = file === undefined ? undefined : await readHtml(path.join(folder, file));
    const found = html === undefined ? [] : findSentences(readRendered(html), page.sentences);
    const places = new Set(found.map(({ sentence }) => sentence));
    const unmatched = [...page.sentences.keys()].filter((place) => !places.has(place));
    const hidden = unmatched.filter((place) => page.sentences[place]?.kind === 'meta').length;
    const counts = { sentences: page.sentences.length, matched: found.length, hidden };
    read.push({ page, file, address: file === undefined ? undefined : address, counts, unmatched });
  }
  return read;
};

/** Reads a page. Undefined if it is too large to be marked. */
export const readHtml = async (file: string): Promise<string | undefined> =>
  (await stat(file)).size > mostBytes ? undefined : readFile(file, 'utf8');

/** The counts of all pages together. */
export const totalOf = (pages: readonly PreviewPage[]): PageCounts => ({
  sentences: pages.reduce((sum, { counts }) => sum + counts.sentences, 0),
  matched: pages.reduce((sum, { counts }) => sum + counts.matched, 0),
  hidden: pages.reduce((sum, { counts }) => sum + counts.hidden, 0),
});
