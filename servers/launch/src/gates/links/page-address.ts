import path from 'node:path';
import { isPage } from '../scene.ts';

/** Where the site's sources are. */
export interface SiteFolders {
  readonly contentRoot: string;
  readonly locale: string;
}

/** The address that hugo gives a content file unless its front matter or the configuration says otherwise. */
export const addressOf = (
  file: string,
  { contentRoot, locale }: SiteFolders,
  values: Readonly<Record<string, unknown>> = {},
): string | undefined => {
  if (!isPage(file) || !file.startsWith(`${contentRoot}/`)) return undefined;
  const own = values['url'];
  if (typeof own === 'string') return withSlashes(own);
  const inside = file.slice(contentRoot.length).replace(/\.\w+$/u, '');
  const folder = path.posix.dirname(inside);
  const base = path.posix.basename(inside);
  const name = base.endsWith(`.${locale}`) ? base.slice(0, -locale.length - 1) : base;
  if (name === 'index' || name === '_index') return withSlashes(folder);
  const slug = typeof values['slug'] === 'string' ? values['slug'] : name;
  return withSlashes(`${folder}/${slug}`.toLowerCase().replaceAll(' ', '-'));
};

const withSlashes = (address: string): string => `/${address}/`.replaceAll(/\/{2,}/gu, '/');

/** The files of the built site that an address can mean. Addresses start with the path of the site's base URL. */
export const filesOf = (address: string, basePath: string): readonly string[] => {
  if (!address.startsWith(basePath)) return [];
  const inside = `/${address.slice(basePath.length)}`;
  return inside.endsWith('/') ? [`${inside}index.html`] : [inside, `${inside}/index.html`, `${inside}.html`];
};
