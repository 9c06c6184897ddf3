import type { TreeEntry } from '../sources/tree.ts';
import { foldPath, pathProblem } from './path-problem.ts';

/** The write fence of a run. */
export interface Fence {
  /** Says why a file must not be written, or undefined if it may. */
  refusal(path: string): string | undefined;
}

/**
 * Builds the fence of a run from its allowed folders and files, and from the entries of the site's tree where they are
 * known. It judges names only after it has made sure that they are plain, so that no path can mean another file than
 * the one that was checked. An empty list allows nothing.
 */
export const createFence = (allowedPaths: readonly string[], entries: readonly TreeEntry[] = []): Fence => {
  const allowed = allowedPaths.filter((path) => pathProblem(path) === undefined);
  const site = indexOf(entries);
  return {
    refusal: (path) => {
      const problem = pathProblem(path);
      if (problem) return problem;
      if (!allowed.some((root) => path === root || path.startsWith(`${root}/`))) return 'is outside allowed_paths';
      return entryProblem(site, path);
    },
  };
};

interface SiteIndex {
  /** The mode of every entry, by path. */
  readonly modes: ReadonlyMap<string, TreeEntry['mode']>;
  /** The spelling of every file and folder, by its folded form. */
  readonly spellings: ReadonlyMap<string, string>;
}

const indexOf = (entries: readonly TreeEntry[]): SiteIndex => {
  const spellings = new Map<string, string>();
  for (const { path } of entries) {
    for (const prefix of prefixesOf(path)) {
      const folded = foldPath(prefix);
      if (!spellings.has(folded)) spellings.set(folded, prefix);
    }
  }
  return { modes: new Map(entries.map(({ path, mode }) => [path, mode])), spellings };
};

/** `a`, `a/b` and `a/b/c` for `a/b/c`. */
const prefixesOf = (path: string): readonly string[] => {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
};

const entryProblem = ({ modes, spellings }: SiteIndex, path: string): string | undefined => {
  for (const prefix of prefixesOf(path)) {
    const mode = modes.get(prefix);
    if (mode === '120000') return `passes through '${prefix}', which is a symbolic link`;
    if (mode === '160000') return `passes through '${prefix}', which is a submodule`;
    if (mode !== undefined && prefix !== path) return `passes through '${prefix}', which is a file`;
    const spelling = spellings.get(foldPath(prefix));
    if (mode === undefined && spelling !== undefined && spelling !== prefix) {
      return `differs from '${spelling}' in the site only in letter case`;
    }
    if (mode === undefined && spelling === path) return 'is a folder of the site';
  }
  return undefined;
};
