import { locate } from '../product/locate.ts';
import { isForeign } from '../product/kind-of-path.ts';
import { isManifest, readManifestFile } from '../product/manifests/read-manifests.ts';
import type { ManifestFile } from '../product/manifests/read-manifests.ts';
import type { ReadableFiles } from './inferred.ts';

/** A package of a repository. */
export interface Package extends ManifestFile {
  readonly path: string;
  /** The folder of the manifest, with a slash at its end; empty for the root. */
  readonly folder: string;
  readonly name: string;
  /** The line of the name. */
  readonly line: number;
  /** Whether it is only there to hold other packages, or is not to be published. */
  readonly isPrivate: boolean;
}

const deepest = 3;
const mostPackages = 50;
/** Folders whose packages are not the product. */
const beside =
  /(?:^|\/)(?:examples?|samples?|demos?|tests?|__tests__|fixtures?|e2e|bench(?:marks?)?|docs?|website|site|scripts|tools|\.[^/]+)\//iu;

/** Reads the packages of a repository, those nearest to the root first. */
export const readPackages = async (files: ReadableFiles): Promise<readonly Package[]> => {
  const depthOf = (path: string): number => path.split('/').length;
  const paths = files.paths
    .filter((path) => isManifest(path) && depthOf(path) <= deepest && !isForeign(path) && !beside.test(path))
    .toSorted((one, other) => depthOf(one) - depthOf(other) || (one < other ? -1 : 1));
  const packages: Package[] = [];
  for (const path of paths) {
    if (packages.length === mostPackages) break;
    const text = await files.read(path);
    const read = text === undefined ? undefined : readManifestFile(path, text);
    if (text === undefined || read?.manifest.name === undefined) continue;
    packages.push({
      ...read,
      path,
      folder: path.slice(0, path.lastIndexOf('/') + 1),
      name: read.manifest.name,
      line: locate(path, text, /^\s*"?(?:name|module)\b/u).start_line,
      isPrivate: path.endsWith('package.json') && /"(?:private"\s*:\s*true|workspaces"\s*:)/u.test(text),
    });
  }
  return packages;
};
