import type { RunConfig } from './run-config.ts';

type Settings = Pick<RunConfig, 'site_layout' | 'allowed_paths' | 'product_slug' | 'locale'>;

/** The folder and the file of the record of a product, below any folder. Hugo ignores names that start with a dot. */
export const recordName = ({ product_slug, locale }: Pick<Settings, 'product_slug' | 'locale'>): string =>
  `.launch/${product_slug}.${locale}.json`;

/**
 * The file of the site that holds the record of a product: below the content, or else below the first folder that the
 * run may write. Undefined if it may write only single files.
 */
export const recordPath = (config: Settings): string | undefined => {
  const { content_root: root } = config.site_layout;
  const isAllowed = config.allowed_paths.some((path) => root === path || root.startsWith(`${path}/`));
  const folder = isAllowed ? root : config.allowed_paths.find((path) => !isFileName(path));
  return folder === undefined ? undefined : `${folder}/${recordName(config)}`;
};

const isFileName = (path: string): boolean => /\.\w{1,10}$/u.test(path);
