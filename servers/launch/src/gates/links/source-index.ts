import { readFrontMatter } from '../../markdown/read-front-matter.ts';
import { isReadable, readPage } from '../../markdown/read-page.ts';
import type { RunConfig } from '../../config/run-config.ts';
import type { Worktree } from '../../patching/open-worktree.ts';
import { isPage } from '../scene.ts';
import { addressOf } from './page-address.ts';

/** The addresses of a site, found from its sources. */
export interface SourceIndex {
  readonly contentRoot: string;
  /** The path of the site's base URL, with a slash at its end. Addresses here are without it. */
  readonly basePath: string;
  /** The content file of each address. */
  readonly pages: ReadonlyMap<string, string>;
  /** Addresses of sections, aliases and files that are not pages. */
  readonly others: ReadonlySet<string>;
  addressOf(file: string): string | undefined;
  anchorsOf(file: string): Promise<ReadonlySet<string>>;
}

const mostPages = 5000;
/** Folders that hugo copies to the root of the site. */
const copied = /^(?:static|assets)\//u;

/** Where a site is: the configuration of the run, and the path of the site's base URL. */
export interface SiteFacts {
  readonly config: RunConfig;
  readonly basePath: string;
}

/** Reads the front matter of all pages of the site, as far as it changes their addresses. */
export const readSources = async (
  worktree: Worktree,
  { config, basePath }: SiteFacts,
  signal: AbortSignal,
): Promise<SourceIndex> => {
  const folders = { contentRoot: config.site_layout.content_root, locale: config.locale };
  const pages = new Map<string, string>();
  const others = new Set<string>(['/']);
  const addresses = new Map<string, string>();
  const content = worktree.paths.filter((path) => path.startsWith(`${folders.contentRoot}/`));
  for (const file of content.filter(isPage).slice(0, mostPages)) {
    signal.throwIfAborted();
    const { values = {} } = readFrontMatter((await worktree.read(file)) ?? '');
    const address = addressOf(file, folders, values);
    if (address === undefined) continue;
    pages.set(address, file);
    addresses.set(file, address);
    for (const parent of parentsOf(address)) others.add(parent);
    const { aliases } = values;
    for (const alias of Array.isArray(aliases) ? aliases : [])
      others.add(`/${String(alias)}/`.replaceAll(/\/{2,}/gu, '/'));
  }
  for (const file of content) if (!isPage(file)) others.add(file.slice(folders.contentRoot.length));
  for (const file of worktree.paths) if (copied.test(file)) others.add(`/${file.replace(copied, '')}`);
  return {
    contentRoot: folders.contentRoot,
    basePath,
    pages,
    others,
    addressOf: (file) => addresses.get(file),
    anchorsOf: async (file) => {
      const text = (await worktree.read(file)) ?? '';
      return new Set(isReadable(text) ? readPage(text).headings.map(({ anchor }) => anchor) : []);
    },
  };
};

/** hugo makes a list for every folder of content. */
const parentsOf = (address: string): readonly string[] => {
  const names = address.split('/').filter(Boolean).slice(0, -1);
  return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}/`);
};
