import type { RunConfig } from '../config/run-config.ts';
import { platforms } from '../config/sections.ts';
import { kindOfPath } from '../product/kind-of-path.ts';
import { languageOf } from '../product/languages.ts';
import type { Candidate, Origin } from './inferred.ts';
import type { Package } from './read-packages.ts';

export type Platform = NonNullable<RunConfig['target_platform']>;

interface SizedFile {
  readonly path: string;
  readonly size: number | null;
}

/** Manifests of languages whose names are not read. */
const otherManifests: readonly (readonly [RegExp, Platform])[] = [
  [/^pom\.xml$/u, 'java'],
  [/^build\.gradle(?:\.kts)?$/u, 'java'],
  [/^composer\.json$/u, 'php'],
  [/^(?:gemfile|[^/]+\.gemspec)$/iu, 'ruby'],
  [/^[^/]+\.(?:csproj|sln)$/u, 'dotnet'],
  [/^package\.swift$/iu, 'swift'],
  [/^cmakelists\.txt$/iu, 'cpp'],
];

const ofLanguage: Readonly<Record<string, Platform>> = { csharp: 'dotnet', c: 'cpp' };
const platformOf = (language: string): Platform | undefined =>
  ofLanguage[language] ?? platforms.find((platform) => platform === language);

/**
 * Infers the platform of a product from two signs of equal weight: the manifests at its root, and the share of each
 * language in its source. Source without any manifest is a weaker sign.
 */
export const inferPlatform = (
  files: readonly SizedFile[],
  own: Package | undefined,
): readonly Candidate<Platform>[] => {
  const folder = own?.folder ?? '';
  const below = files.filter(({ path }) => path.startsWith(folder));
  const bytes = bytesOf(below);
  const isTyped = (bytes.get('typescript') ?? 0) > 0;
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  const manifests = manifestsOf(below, folder, own, isTyped);
  const names = new Set([...manifests.keys(), ...bytes.keys()]);
  return [...names].map((platform) => {
    const share = total === 0 ? 0 : (bytes.get(platform) ?? 0) / total;
    const stated = manifests.has(platform) ? 1 / manifests.size : 0;
    const confidence = manifests.size === 0 ? share * 0.85 : total === 0 ? stated * 0.9 : (stated + share) / 2;
    const rule = `${Math.round(share * 100)} % of the source code`;
    return {
      value: platform,
      confidence: Math.round(confidence * 100) / 100,
      source: manifests.get(platform) ?? { rule },
    };
  });
};

/** Source by platform. JavaScript counts as TypeScript if there is any. */
const bytesOf = (files: readonly SizedFile[]): ReadonlyMap<Platform, number> => {
  const bytes = new Map<Platform, number>();
  for (const { path, size } of files) {
    const language = kindOfPath(path, ['examples', 'samples', 'demo']) === 'source' ? languageOf(path) : undefined;
    const platform = language === undefined ? undefined : platformOf(language);
    if (platform !== undefined) bytes.set(platform, (bytes.get(platform) ?? 0) + (size ?? 0));
  }
  const scripts = bytes.get('javascript') ?? 0;
  if (!bytes.has('typescript') || scripts === 0) return bytes;
  bytes.delete('javascript');
  return bytes.set('typescript', (bytes.get('typescript') ?? 0) + scripts);
};

const manifestsOf = (
  files: readonly SizedFile[],
  folder: string,
  own: Package | undefined,
  isTyped: boolean,
): ReadonlyMap<Platform, Origin> => {
  const found = new Map<Platform, Origin>();
  const choose = (given: readonly Platform[]): Platform | undefined =>
    given.includes('typescript') && !isTyped ? 'javascript' : given[0];
  const platform = own && choose(own.platforms);
  if (own && platform !== undefined) found.set(platform, { path: own.path, line: own.line });
  for (const { path } of files) {
    const name = path.slice(folder.length);
    const other = otherManifests.find(([pattern]) => pattern.test(name))?.[1] ?? rootPlatform(name, choose);
    if (other !== undefined && !found.has(other)) found.set(other, { path, line: 1 });
  }
  return found;
};

const rootPlatform = (
  name: string,
  choose: (given: readonly Platform[]) => Platform | undefined,
): Platform | undefined => {
  if (name === 'package.json') return choose(['typescript', 'javascript']);
  if (/^(?:pyproject\.toml|setup\.(?:cfg|py))$/u.test(name)) return 'python';
  if (name === 'go.mod') return 'go';
  return name === 'Cargo.toml' ? 'rust' : undefined;
};
