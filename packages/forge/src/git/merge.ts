import type { CommitDraft, Signature } from './commit-object.ts';
import { GitError } from './git-error.ts';
import type { History } from './history.ts';
import type { Objects } from './objects.ts';
import { runGit } from './run-git.ts';

export type MergeOutcome =
  { readonly clean: true; readonly tree: string } | { readonly clean: false; readonly conflicts: readonly string[] };

/** Merges two commits without a working tree: the resulting tree, or the paths in conflict. */
export async function mergeCommits(directory: string, ours: string, theirs: string): Promise<MergeOutcome> {
  const { code, stdout } = await runGit(
    directory,
    ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs],
    { answers: [1, 128] },
  );
  // Histories without a common commit end with 128; for a pull request that is a conflict in everything.
  if (code === 128) return { clean: false, conflicts: [] };
  const [tree = '', ...conflicts] = stdout.toString('utf8').split('\0').filter(Boolean);
  return code === 0 ? { clean: true, tree } : { clean: false, conflicts };
}

export interface RebaseOptions {
  readonly directory: string;
  readonly objects: Objects;
  readonly history: History;
  readonly base: string;
  readonly head: string;
  readonly committer: Signature;
}

const maxRebasedCommits = 250;

/** Replays the commits of `head` on `base`; undefined when one of them conflicts or there are too many. */
export async function rebaseCommits(options: RebaseOptions): Promise<string | undefined> {
  const { objects, history, base, head, committer } = options;
  const shas = await history.log({ from: head, notIn: base, limit: maxRebasedCommits + 1, oldestFirst: true });
  if (shas.length > maxRebasedCommits) return undefined;
  let tip = base;
  for (const sha of shas) {
    const commit = await objects.commit(sha);
    const [parent, second] = commit.parents;
    if (second !== undefined) continue;
    const tree = await replay(options, tip, parent, commit.tree);
    if (tree === undefined) return undefined;
    tip = await objects.writeCommit({
      tree,
      parents: [tip],
      author: commit.author,
      committer,
      message: commit.message,
    });
  }
  return tip;
}

/**
 * This git's merge-tree takes no merge base, so that the wanted one is made: both sides become children of a
 * commit with the parent's tree. The three commits stay unreachable and disappear with the next collection.
 */
async function replay(
  { directory, objects, committer }: RebaseOptions,
  onto: string,
  parent: string | undefined,
  tree: string,
): Promise<string | undefined> {
  const write = (of: string, parents: readonly string[]): Promise<string> => {
    const draft: CommitDraft = { tree: of, parents, author: committer, committer, message: 'replay' };
    return objects.writeCommit(draft);
  };
  const ontoTree = (await objects.commit(onto)).tree;
  const baseTree = parent ? (await objects.commit(parent)).tree : await objects.writeTree([]);
  if (baseTree === ontoTree) return tree;
  const base = await write(baseTree, []);
  const [ours, theirs] = [await write(ontoTree, [base]), await write(tree, [base])];
  const outcome = await mergeCommits(directory, ours, theirs);
  if (!outcome.clean) return undefined;
  if (outcome.tree === '') throw new GitError('git merge-tree returned no tree');
  return outcome.tree;
}
