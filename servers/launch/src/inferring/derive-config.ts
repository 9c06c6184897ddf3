import type { GivenRunConfig } from '../config/run-config.ts';
import { readText } from '../product/read-text.ts';
import type { Repositories, Tree } from '../sources/tree.ts';
import { bestOf, ranked, sureEnough } from './inferred.ts';
import type { Candidate, Inferred } from './inferred.ts';
import { inferPlatform } from './infer-platform.ts';
import type { Platform } from './infer-platform.ts';
import { inferProduct } from './infer-product.ts';
import type { NamedProduct } from './infer-product.ts';
import { inferSite } from './infer-site.ts';
import type { Localization } from './infer-site.ts';

/** The values that the caller knows. */
export interface GivenFacts {
  readonly github_repo_url: string;
  readonly site_repo_url: string;
  readonly github_ref?: string | undefined;
  readonly product_slug?: string | undefined;
  readonly product_name?: string | undefined;
  readonly target_platform?: Platform | undefined;
  readonly locale?: string | undefined;
  readonly layout_mode?: Localization | undefined;
}

/** A configuration, and where its values come from. */
export interface DerivedConfig {
  readonly ok: true;
  readonly config: GivenRunConfig;
  readonly inferred: readonly Inferred[];
}

/** Fields that are not clear, each with values to choose from. A field without candidates cannot be inferred. */
export interface Ambiguous {
  readonly ok: false;
  readonly candidates: Readonly<Record<string, readonly Candidate[]>>;
}

const mostCandidates = 20;

/** Derives the configuration of a launch from the two repositories. Throws a RunError if one cannot be read. */
export const deriveConfig = async (
  given: GivenFacts,
  repositories: Repositories,
  signal: AbortSignal,
): Promise<DerivedConfig | Ambiguous> => {
  const head =
    given.github_ref === undefined ? await repositories.head(given.github_repo_url, undefined, signal) : undefined;
  const github_ref = given.github_ref ?? head?.sha ?? '';
  const product = await repositories.withTree({ url: given.github_repo_url, sha: github_ref }, signal, (tree) =>
    readProduct(tree, given),
  );
  const siteHead = await repositories.head(given.site_repo_url, undefined, signal);
  const site = await repositories.withTree({ url: given.site_repo_url, sha: siteHead.sha }, signal, inferSite);
  const found: Readonly<Record<string, readonly Candidate[]>> = {
    product_slug: product.names.map(({ value, ...rest }) => ({ ...rest, value: value.product_slug })),
    target_platform: product.platforms,
    locale: [site.locale],
    layout_mode: site.localization,
  };
  const isOpen = (field: string): boolean =>
    given[field as keyof GivenFacts] === undefined && !bestOf(found[field] ?? []);
  // Packages of one repository may have different platforms: the choice of a package comes first.
  const open = Object.entries(found).filter(
    ([field]) => isOpen(field) && !(field === 'target_platform' && product.names.length > 1 && isOpen('product_slug')),
  );
  if (open.length > 0) {
    const shown = open.map(([field, candidates]) => [field, ranked(candidates).slice(0, mostCandidates)] as const);
    return { ok: false, candidates: Object.fromEntries(shown) };
  }
  const chosen = product.names[0];
  const values = {
    product_slug: given.product_slug ?? chosen?.value.product_slug ?? '',
    product_name: given.product_name ?? chosen?.value.product_name ?? given.product_slug ?? '',
    github_ref,
    target_platform: given.target_platform ?? bestOf(product.platforms)?.value,
    locale: given.locale ?? site.locale.value,
    layout_mode: given.layout_mode ?? bestOf(site.localization)?.value ?? 'none',
  };
  const { layout_mode: localization, target_platform, ...rest } = values;
  const branch = `the head of '${head?.branch ?? ''}', the default branch`;
  const origins: Readonly<Record<string, Pick<Inferred, 'confidence' | 'source'> | undefined>> = {
    product_slug: chosen,
    product_name: chosen,
    github_ref: { confidence: 1, source: { rule: branch } },
    target_platform: bestOf(product.platforms),
    locale: site.locale,
    layout_mode: bestOf(site.localization),
  };
  const inferred = Object.entries(values).flatMap(([field, value]): readonly Inferred[] => {
    const origin = given[field as keyof GivenFacts] === undefined ? origins[field] : undefined;
    return origin ? [{ field, value: value ?? null, confidence: origin.confidence, source: origin.source }] : [];
  });
  return {
    ok: true,
    config: {
      ...rest,
      ...(target_platform !== undefined && { target_platform }),
      github_repo_url: given.github_repo_url,
      site_repo_url: given.site_repo_url,
      site_layout: { localization },
      allowed_paths: ['content'],
    },
    inferred: [...inferred, ...byRule],
  };
};

/** Values that are the same for every product. */
const byRule: readonly Inferred[] = [
  {
    field: 'family',
    value: null,
    confidence: 1,
    source: { rule: 'by default, there is no folder for product families' },
  },
  {
    field: 'allowed_paths',
    value: ['content'],
    confidence: 1,
    source: { rule: "by default, a launch may write only inside 'content'" },
  },
  {
    field: 'allow_inference',
    value: false,
    confidence: 1,
    source: { rule: "pages contain only statements from the product's repository" },
  },
];

interface ReadProduct {
  readonly names: readonly NamedProduct[];
  readonly platforms: readonly Candidate<Platform>[];
}

const mostManifestBytes = 256 * 1024;

const readProduct = async (tree: Tree, given: GivenFacts): Promise<ReadProduct> => {
  const repository = given.github_repo_url.split('/').at(-1) ?? '';
  const files = {
    paths: tree.entries.filter(({ mode }) => mode.startsWith('100')).map(({ path }) => path),
    read: (path: string) => readText(tree, path, mostManifestBytes),
  };
  const names = await inferProduct(files, repository);
  const named = names.filter(({ value }) => value.product_slug === given.product_slug);
  const best = (named[0] ?? names[0])?.confidence ?? 0;
  const own = named[0] ?? (best >= sureEnough ? names[0] : undefined);
  return {
    names: own && named.length > 0 ? named : names,
    platforms: inferPlatform(tree.entries, own?.value.package),
  };
};
