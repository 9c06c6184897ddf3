import path from 'node:path';
import type { BuiltSite } from '../hugo/built-site.ts';
import type { Scene } from '../scene.ts';
import type { LinkTarget } from './classify-link.ts';
import type { SourceIndex } from './source-index.ts';

export type Broken = 'page' | 'anchor' | undefined;
type Internal = Extract<LinkTarget, { readonly kind: 'internal' }>;

/** Looks a link up in the built site. */
export const lookInBuild = (site: BuiltSite, { path: linked, fragment }: Internal, pageAddress: string): Broken => {
  const target = linked === '' ? pageAddress : absolute(linked, pageAddress);
  const file = [target, withoutBase(target, site.basePath)].flatMap(filesOf).find((name) => site.files.has(name));
  if (file === undefined) return 'page';
  const ids = site.ids.get(file);
  return fragment === '' || fragment === 'top' || !ids || ids.has(fragment) ? undefined : 'anchor';
};

/** Looks a link up in the sources, where hugo is not installed or a theme turns names of files into addresses. */
export const lookInSources = async (
  index: SourceIndex,
  { path: linked, fragment }: Internal,
  file: string,
  { worktree, config }: Pick<Scene, 'worktree' | 'config'>,
): Promise<Broken> => {
  const target = linked === '' ? file : targetFile(index, linked, file, config.site_layout.content_root, worktree.has);
  if (target === undefined) return 'page';
  if (fragment === '' || fragment === 'top' || !worktree.has(target) || !/\.(?:md|markdown)$/iu.test(target))
    return undefined;
  return (await index.anchorsOf(target)).has(fragment) ? undefined : 'anchor';
};

/** The content file that a link leads to; '' if it leads to something that has none; undefined if it leads nowhere. */
export const targetFile = (
  index: SourceIndex,
  linked: string,
  file: string,
  contentRoot: string,
  has: (path: string) => boolean,
): string | undefined => {
  const asFile = linked.startsWith('/')
    ? path.posix.join(contentRoot, linked)
    : path.posix.join(path.posix.dirname(file), linked);
  if (has(asFile)) return asFile;
  const address = absolute(linked, index.addressOf(file) ?? '/');
  const withSlash = address.endsWith('/') ? address : `${address}/`;
  const page = index.pages.get(withSlash) ?? index.pages.get(withSlash.toLowerCase());
  if (page !== undefined) return page;
  return index.others.has(withSlash) || index.others.has(address) ? '' : undefined;
};

/** The address that a browser goes to. */
const absolute = (linked: string, from: string): string =>
  linked.startsWith('/')
    ? path.posix.normalize(linked)
    : path.posix.join(from.endsWith('/') ? from : path.posix.dirname(from), linked);

const withoutBase = (address: string, basePath: string): string =>
  address.startsWith(basePath) ? `/${address.slice(basePath.length)}` : address;

const filesOf = (address: string): readonly string[] =>
  address.endsWith('/') ? [`${address}index.html`] : [address, `${address}/index.html`, `${address}.html`];

/** Whether hugo left a link to a Markdown file as it is, so that browsers find nothing there. */
export const isLeftInBuild = (site: BuiltSite, pageAddress: string, url: string): boolean => {
  const file = [pageAddress, withoutBase(pageAddress, site.basePath)]
    .flatMap(filesOf)
    .find((name) => site.files.has(name));
  return site.unresolved.get(file ?? '')?.has(url) ?? false;
};
