import type { CoreSet, Fail, Failure } from '@recourse/contract';
import { z } from 'zod';
import type { Place } from '../asking/requests.ts';
import { leavingNothing } from '../asking/rethrow.ts';
import { saidBy } from '../asking/said-by.ts';
import { tryRead } from '../asking/try-read.ts';
import type { githubCodes } from '../codes.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { wholeBranchShape } from '../shapes/repository.ts';
import type { Toolbox } from '../toolbox.ts';
import { branchMoved } from './branch-moved.ts';
import type { GivenFile } from './check-files.ts';
import { findClash } from './find-clash.ts';
import { guardedBranch, moveBranch } from './move-branch.ts';
import { prepareEntries, writeTree } from './write-tree.ts';
import type { TreeEntry } from './write-tree.ts';

const commitAnswer = z.object({ sha: z.string(), html_url: z.string() });
/** A branch that moves on so often leaves no room for this commit. */
const mostAttempts = 50;

/** One commit that is wanted on a branch. */
export interface WantedCommit extends Place {
  readonly branch: string;
  readonly message: string;
  readonly files: readonly GivenFile[];
  /** The head that the commit is tied to, whole or its beginning. */
  readonly expected: string | undefined;
  readonly fail: Fail<CoreSet | typeof githubCodes, 'BRANCH_MOVED' | 'NOT_FOUND_RESOURCE'>;
  /** Whether the call may still write. */
  readonly stillOwner: () => Promise<boolean>;
}

/** A commit that is on its branch. */
export interface MadeCommit {
  readonly sha: string;
  readonly url: string;
  readonly parent: string;
  readonly entries: readonly TreeEntry[];
}

/**
 * Puts files on a branch in one commit. If the branch has moved on meanwhile and none of the files was touched, the
 * commit is made again on top: the refused one has no name, so that it is still one effect. After an answer that was
 * lost nothing is repeated.
 */
export const commitOnBranch = async (toolbox: Toolbox, wanted: WantedCommit): Promise<MadeCommit | Failure> => {
  const { repo, branch, expected, fail, files } = wanted;
  let base = await readBranch(toolbox, wanted);
  if (expected !== undefined && !base.head.startsWith(expected)) {
    return branchMoved(fail, { repo, branch, expected, parent: base.head, now: base.head });
  }
  const entries = await prepareEntries(toolbox, { repo, base: base.tree, files });
  for (let attempt = 1; ; attempt += 1) {
    const made = await writeCommit(toolbox, wanted, { ...base, entries });
    const refused = await moveBranch(toolbox, { repo, branch, commit: made.sha });
    if (!refused) return made;
    if (refused.now === undefined)
      return fail('NOT_FOUND_RESOURCE', {
        resource_type: 'branch',
        resource_id: branch,
        ...saidBy(refused.error),
      });
    if (refused.now === base.head) return guardedBranch(refused.error, repo, base.head);
    const moved = { repo, branch, expected, parent: base.head, now: refused.now, status: refused.error.status };
    if (expected !== undefined || attempt === mostAttempts) return branchMoved(fail, moved);
    // GitHub has refused already: a read that fails here must not replace that.
    const { value: next } = await tryRead(readBranch(toolbox, wanted));
    if (!next) return branchMoved(fail, moved);
    const paths = files.map(({ path }) => path);
    const { value: clash } = await tryRead(findClash(toolbox, { repo, from: base.head, to: next.head, paths }));
    if (!clash || clash.length > 0 || !(await wanted.stillOwner())) {
      return branchMoved(fail, { ...moved, now: next.head, ...(clash && clash.length > 0 && { paths: clash }) });
    }
    base = next;
  }
};

interface Base {
  readonly head: string;
  readonly tree: string;
}

const readBranch = async ({ github }: Toolbox, { repo, branch }: WantedCommit): Promise<Base> => {
  const { value } = await github.request({
    route: 'GET /repos/{owner}/{repo}/branches/{branch}',
    parameters: { ...repositoryName(repo), branch },
    shape: wholeBranchShape,
    resource: { type: 'branch', id: branch },
  });
  return { head: value.commit.sha, tree: value.commit.commit.tree.sha };
};

/** Writes a commit that no branch has yet. */
const writeCommit = async (
  toolbox: Toolbox,
  { repo, message }: WantedCommit,
  { head, tree, entries }: Base & { readonly entries: readonly TreeEntry[] },
): Promise<MadeCommit> => {
  const written = await writeTree(toolbox, { repo, base: tree, entries });
  const { value } = await leavingNothing(
    toolbox.github.request({
      route: 'POST /repos/{owner}/{repo}/git/commits',
      parameters: { ...repositoryName(repo), message, tree: written, parents: [head] },
      shape: commitAnswer,
    }),
  );
  return { sha: value.sha, url: value.html_url, parent: head, entries };
};
