import { slugOf } from '../planning/slug.ts';
import { locate } from '../product/locate.ts';
import { ranked } from './inferred.ts';
import type { Candidate, ReadableFiles } from './inferred.ts';
import { readPackages } from './read-packages.ts';
import type { Package } from './read-packages.ts';

/** The name of a product in paths and for readers, and its package, if it has one. */
export interface ProductName {
  readonly product_slug: string;
  readonly product_name: string;
  readonly package?: Package;
}

export type NamedProduct = Candidate<ProductName>;

/**
 * Infers what a product is called: from the manifest of the repository or of its only package, or from the README and
 * the name of the repository, which count more if they agree. Several packages are several candidates.
 */
export const inferProduct = async (files: ReadableFiles, repository: string): Promise<readonly NamedProduct[]> => {
  const packages = await readPackages(files);
  const products = ranked(packages.length > 0 ? ofPackages(packages) : await withoutManifest(files, repository));
  return products.filter(
    ({ value }, index) =>
      value.product_slug !== '' &&
      products.findIndex((other) => other.value.product_slug === value.product_slug) === index,
  );
};

const certain = 0.95;
const likely = 0.9;

const ofPackages = (packages: readonly Package[]): readonly NamedProduct[] => {
  const root = packages.filter(({ folder }) => folder === '');
  const nested = packages.filter(({ folder, isPrivate }) => folder !== '' && !isPrivate);
  // A private manifest at the root holds the packages together.
  const own = root.filter(({ isPrivate }) => !isPrivate || nested.length === 0);
  if (own.length > 0) return shared(own, certain);
  return shared(nested.length > 0 ? nested : packages, likely);
};

/** Divides the confidence among packages with different names. */
const shared = (packages: readonly Package[], confidence: number): readonly NamedProduct[] => {
  const slugs = new Set(packages.map(({ name }) => nameProduct(name).product_slug));
  return packages.map((one) => ({
    value: { ...nameProduct(one.name), package: one },
    confidence: round(confidence / slugs.size),
    source: { path: one.path, line: one.line },
  }));
};

const round = (value: number): number => Math.round(value * 100) / 100;

const withoutManifest = async (files: ReadableFiles, repository: string): Promise<readonly NamedProduct[]> => {
  const own = nameProduct(repository);
  const path = files.paths.find((one) => /^readme(?:\.(?:md|markdown))?$/iu.test(one));
  const text = path === undefined ? undefined : await files.read(path);
  const title = /^#[ \t]+(.+)$/mu.exec(text ?? '')?.[1]?.trim();
  const rule = 'the name of the repository';
  if (path === undefined || text === undefined || title === undefined) {
    return [{ value: own, confidence: 0.5, source: { rule } }];
  }
  const source = { path, line: locate(path, text, /^#[ \t]+/u).start_line };
  const titled = nameProduct(title);
  if (titled.product_slug === own.product_slug) {
    return [{ value: { ...own, product_name: title.slice(0, 100) }, confidence: 0.85, source }];
  }
  return [
    { value: own, confidence: 0.5, source: { rule } },
    { value: titled, confidence: 0.4, source },
  ];
};

/** `@scope/my.lib` is `my-lib` in paths and `My Lib` for readers; a Go module loses its major version. */
export const nameProduct = (name: string): ProductName => {
  const last =
    name
      .replace(/\/v\d+$/u, '')
      .split('/')
      .at(-1) ?? '';
  const words = last.split(/[-_.\s]+/u).filter((word) => word !== '');
  return {
    product_slug: slugOf(last),
    product_name: words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' '),
  };
};
