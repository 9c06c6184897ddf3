import type { GitRepository } from '../git/repository.ts';
import { typeOfMode, type TreeEntry } from '../git/tree-object.ts';

export interface ListedEntry {
  readonly path: string;
  readonly mode: string;
  readonly sha: string;
  readonly size: number | undefined;
}

/** GitHub cuts a recursive list here and says that it did. */
export const maxTreeEntries = 100_000;
const maxDepth = 200;

/** The entries of a tree, with everything below when `recursive`. */
export async function listTree(
  git: GitRepository,
  tree: string,
  recursive: boolean,
): Promise<{ readonly entries: readonly ListedEntry[]; readonly truncated: boolean }> {
  const entries: ListedEntry[] = [];
  let truncated = false;
  const walk = async (sha: string, prefix: string, depth: number): Promise<void> => {
    const found = await git.objects.tree(sha);
    const sizes = await Promise.all(found.map((entry) => sizeOf(git, entry)));
    for (const [index, entry] of found.entries()) {
      if (entries.length >= maxTreeEntries || depth > maxDepth) {
        truncated = true;
        return;
      }
      const path = prefix + entry.name;
      entries.push({ path, mode: entry.mode, sha: entry.sha, size: sizes[index] });
      if (recursive && typeOfMode(entry.mode) === 'tree') await walk(entry.sha, `${path}/`, depth + 1);
    }
  };
  await walk(tree, '', 0);
  return { entries, truncated };
}

async function sizeOf(git: GitRepository, entry: TreeEntry): Promise<number | undefined> {
  return typeOfMode(entry.mode) === 'blob' ? (await git.objects.info(entry.sha))?.size : undefined;
}
