import path from 'node:path';
import type { BuiltSite } from '../hugo/built-site.ts';
import { isPage } from '../scene.ts';
import type { Scene } from '../scene.ts';
import type { LinkTarget } from './classify-link.ts';
import { filesOf } from './page-address.ts';
import type { SourceIndex } from './source-index.ts';

export type Broken = 'page' | 'anchor' | undefined;
type Internal = Extract<LinkTarget, { readonly kind: 'internal' }>;

/** The file that hugo has built for an address; undefined if there is none. */
export const builtFile = ({ files, basePath }: BuiltSite, address: string): string | undefined =>
  filesOf(address, basePath).find((name) => files.has(name));

/**
 * Looks a link of a page up in the built site. A theme can change links: one that is not in the HTML as it was written
 * may lack the path of the base URL.
 */
export const lookInBuild = (
  site: BuiltSite,
  target: Internal,
  from: { readonly address: string; readonly url: string },
): Broken => {
  const own = builtFile(site, from.address) ?? '';
  const address = target.path === '' ? from.address : absolute(target.path, from.address);
  const isAsWritten = site.hrefs.get(own)?.has(from.url) ?? true;
  const file =
    builtFile(site, address) ?? (isAsWritten ? undefined : builtFile(site, `${site.basePath}${address.slice(1)}`));
  if (file === undefined) return 'page';
  const ids = site.ids.get(file);
  return isNoPlace(target.fragment) || !ids || ids.has(target.fragment) ? undefined : 'anchor';
};

/** Whether hugo wrote a link into the HTML as it is in the page. */
export const isAsWritten = (site: BuiltSite, address: string, url: string): boolean =>
  site.hrefs.get(builtFile(site, address) ?? '')?.has(url) ?? false;

/** Looks a link up in the sources, where hugo is not installed or a theme turns names of files into addresses. */
export const lookInSources = async (
  index: SourceIndex,
  { path: linked, fragment }: Internal,
  file: string,
  { worktree }: Pick<Scene, 'worktree'>,
): Promise<Broken> => {
  const target = linked === '' ? file : targetFile(index, linked, file, worktree.has);
  if (target === undefined) return 'page';
  if (isNoPlace(fragment) || !worktree.has(target) || !isPage(target)) return undefined;
  return (await index.anchorsOf(target)).has(fragment) ? undefined : 'anchor';
};

const isNoPlace = (fragment: string): boolean => fragment === '' || fragment === 'top';

/** The content file that a link leads to; '' if it leads to something that has none; undefined if it leads nowhere. */
export const targetFile = (
  index: SourceIndex,
  linked: string,
  file: string,
  has: (path: string) => boolean,
): string | undefined => {
  const asFile = linked.startsWith('/')
    ? path.posix.join(index.contentRoot, linked)
    : path.posix.join(path.posix.dirname(file), linked);
  if (has(asFile)) return asFile;
  const address = absolute(linked, index.addressOf(file) ?? '/');
  const inside = address.startsWith(index.basePath) ? `/${address.slice(index.basePath.length)}` : address;
  const withSlash = inside.endsWith('/') ? inside : `${inside}/`;
  const page = index.pages.get(withSlash) ?? index.pages.get(withSlash.toLowerCase());
  if (page !== undefined) return page;
  return index.others.has(withSlash) || index.others.has(inside) ? '' : undefined;
};

/** The address that a browser goes to. */
const absolute = (linked: string, from: string): string =>
  linked.startsWith('/')
    ? path.posix.normalize(linked)
    : path.posix.join(from.endsWith('/') ? from : path.posix.dirname(from), linked);
