import type { RepoInventory } from '../../artifacts.ts';
import type { RunConfig } from '../../config/run-config.ts';
import type { Tree } from '../../sources/tree.ts';
import { readText } from '../read-text.ts';
import { readGoMod, readSetupCfg, readSetupPy } from './line-manifests.ts';
import type { Manifest, ManifestReader } from './manifest.ts';
import { readPackageJson } from './package-json.ts';
import { readCargo, readPyproject } from './toml-manifests.ts';

interface Kind {
  readonly file: string;
  readonly platforms: readonly NonNullable<RunConfig['target_platform']>[];
  readonly read: ManifestReader;
}

const kinds: readonly Kind[] = [
  { file: 'package.json', platforms: ['typescript', 'javascript'], read: readPackageJson },
  { file: 'pyproject.toml', platforms: ['python'], read: readPyproject },
  { file: 'setup.cfg', platforms: ['python'], read: readSetupCfg },
  { file: 'setup.py', platforms: ['python'], read: readSetupPy },
  { file: 'go.mod', platforms: ['go'], read: readGoMod },
  { file: 'Cargo.toml', platforms: ['rust'], read: readCargo },
];

const mostBytes = 256 * 1024;
const mostManifests = 3;

/** Reads the manifests of the product: those nearest to the root, those of the target platform first. */
export const readManifests = async (
  tree: Tree,
  inventory: RepoInventory,
  platform: RunConfig['target_platform'],
): Promise<readonly Manifest[]> => {
  const found = inventory.files
    .filter(({ kind }) => kind === 'manifest')
    .flatMap(({ path }) => {
      const rank = kinds.findIndex(({ file }) => path === file || path.endsWith(`/${file}`));
      return rank === -1 ? [] : [{ path, depth: path.split('/').length, rank, kind: kinds[rank] as Kind }];
    });
  const isWanted = ({ platforms }: Kind) => platform !== undefined && platforms.includes(platform);
  const nearest = Math.min(...found.map(({ depth }) => depth));
  const chosen = found
    .filter(({ depth, kind }) => depth === nearest || isWanted(kind))
    .sort(
      (a, b) =>
        Number(isWanted(b.kind)) - Number(isWanted(a.kind)) ||
        a.depth - b.depth ||
        a.rank - b.rank ||
        (a.path < b.path ? -1 : 1),
    );
  const manifests: Manifest[] = [];
  for (const { path, kind } of chosen) {
    if (manifests.length === mostManifests) break;
    const text = await readText(tree, path, mostBytes);
    const manifest = text === undefined ? undefined : attempt(() => kind.read(path, text));
    if (manifest) manifests.push(manifest);
  }
  return manifests;
};

/** A manifest, and the platforms that have manifests of its kind. */
export interface ManifestFile {
  readonly manifest: Manifest;
  readonly platforms: Kind['platforms'];
}

/** Whether a path is that of a manifest that can be read. */
export const isManifest = (path: string): boolean => kindOf(path) !== undefined;

const kindOf = (path: string): Kind | undefined => kinds.find(({ file }) => path === file || path.endsWith(`/${file}`));

/** Reads one manifest. Undefined if it is not one, is too large, or states nothing. */
export const readManifestFile = (path: string, text: string): ManifestFile | undefined => {
  const kind = text.length > mostBytes ? undefined : kindOf(path);
  const manifest = kind && attempt(() => kind.read(path, text));
  return kind && manifest && { manifest, platforms: kind.platforms };
};

/** A manifest that cannot be parsed says nothing; the product may still be described by its README. */
const attempt = <Result>(read: () => Result): Result | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
