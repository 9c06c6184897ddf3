import type { RunConfig } from '../config/run-config.ts';
import type { Section } from '../config/sections.ts';
import { sectionRoot } from '../site/section-root.ts';

/** The name of a page that lists others. */
export const indexSlug = '_index';

/** The file of a page in the site's repository. */
export const pagePath = (config: RunConfig, section: Section, slug: string): string => {
  const { localization } = config.site_layout;
  const locale = localization === 'dir' ? [config.locale] : [];
  const family = config.family === undefined ? [] : [config.family];
  // A blog lists posts of all products side by side.
  const product = section === 'blog' ? [] : [config.product_slug];
  const ending = localization === 'filename' ? `.${config.locale}.md` : '.md';
  return [sectionRoot(config, section), ...locale, ...family, ...product, `${slug}${ending}`].join('/');
};

/**
 * The address of a page below the site, as Hugo derives it from the file: without ending, and without the name of a
 * list page. Starts and ends with a slash.
 */
export const pageAddress = (config: RunConfig, path: string): string => {
  const { content_root: root, localization } = config.site_layout;
  const below = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const ending = localization === 'filename' ? `.${config.locale}.md` : '.md';
  const names = below.slice(0, -ending.length).split('/');
  const last = names.at(-1) ?? '';
  return `/${[...(last === indexSlug || last === 'index' ? names.slice(0, -1) : names)].join('/')}/`.toLowerCase();
};
