import type { GitHub } from '@recourse/github';
import { z } from 'zod';
import { findHead, othersFiles, readBranch } from './github-branch.ts';
import type { BranchPlace } from './github-branch.ts';
import { ask, repositoryAt, statusOf } from './github-requests.ts';
import { markMessage } from './marks.ts';
import { publishError } from './publish-failure.ts';
import type { CommitRequest } from './publisher.ts';

const shaShape = z.object({ sha: z.string() });
const commitShape = z.object({ tree: shaShape });
const treeShape = z.object({ tree: z.array(z.object({ path: z.string(), mode: z.string() })) });
const anything = z.unknown();
/** A larger tree is not read for the sake of modes. */
const mostTreeBytes = 16 * 1024 * 1024;

/**
 * Puts files on a branch in one commit, through objects of git: a tree on top of the base, a commit on top of the
 * branch, and then the branch, which is only ever moved forward.
 */
export const commitFiles = async (
  github: GitHub,
  request: CommitRequest,
  signal: AbortSignal,
): Promise<{ readonly commit_sha: string }> => {
  const { branch, base } = request;
  const place: BranchPlace = { name: repositoryAt(github, request.repo_url), branch, base, signal };
  const head = await findHead(github, place);
  const known = head === undefined ? undefined : await readBranch(github, place, head);
  const others = known ? await othersFiles(github, place, known, request.run_id) : new Map<string, string | null>();
  refuseOverlap(request, others);
  const tree = await writeTree(github, place, request, others);
  const parents = head === undefined ? [base] : [head, ...(known?.holdsBase ? [] : [base])];
  const { author } = request;
  const { sha } = await ask(
    github,
    {
      route: 'POST /repos/{owner}/{repo}/git/commits',
      parameters: {
        ...place.name,
        message: markMessage(request.message, request),
        tree,
        parents,
        ...(author && { author }),
      },
      shape: shaShape,
      signal,
    },
    'none',
  );
  await moveBranch(github, place, { sha, isNew: head === undefined });
  return { commit_sha: sha };
};

const refuseOverlap = ({ files, branch }: CommitRequest, others: ReadonlyMap<string, unknown>): void => {
  const both = [...files.keys()].filter((path) => others.has(path));
  if (both.length === 0) return;
  throw publishError({
    status: 409,
    upstreamCode: 'BRANCH_HAS_OTHER_COMMITS',
    effect: 'none',
    retryable: false,
    message: `Other people have changed ${both.slice(0, 5).join(', ')} on '${branch}', so the run did not commit its own changes`,
  });
};

type Entry = { readonly path: string; readonly mode: string; readonly type: 'blob' } & (
  { readonly content: string } | { readonly sha: string | null }
);

const writeTree = async (
  github: GitHub,
  { name, base, signal }: BranchPlace,
  { files }: CommitRequest,
  others: ReadonlyMap<string, string | null>,
): Promise<string> => {
  const { tree: baseTree } = await ask(github, {
    route: 'GET /repos/{owner}/{repo}/git/commits/{commit_sha}',
    parameters: { ...name, commit_sha: base },
    shape: commitShape,
    signal,
  });
  const { tree: known } = await ask(github, {
    route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
    parameters: { ...name, tree_sha: baseTree.sha, recursive: '1' },
    shape: treeShape,
    maxBytes: mostTreeBytes,
    signal,
  });
  const modes = new Map(known.map(({ path, mode }) => [path, mode]));
  const entryOf = (path: string, value: { readonly content: string } | { readonly sha: string | null }): Entry => ({
    path,
    mode: modes.get(path) === '100755' ? '100755' : '100644',
    type: 'blob',
    ...value,
  });
  const entries = [
    ...[...files].map(([path, content]) => entryOf(path, content === null ? { sha: null } : { content })),
    // A file that a person added and removed again is not in the base, and cannot be removed from it.
    ...[...others]
      .filter(([path, sha]) => sha !== null || modes.has(path))
      .map(([path, sha]) => entryOf(path, { sha })),
  ];
  const { sha } = await ask(
    github,
    {
      route: 'POST /repos/{owner}/{repo}/git/trees',
      parameters: { ...name, base_tree: baseTree.sha, tree: entries },
      shape: shaShape,
      signal,
    },
    'none',
  );
  return sha;
};

const moveBranch = async (
  github: GitHub,
  { name, branch, signal }: BranchPlace,
  { sha, isNew }: { readonly sha: string; readonly isNew: boolean },
): Promise<void> => {
  try {
    await ask(github, {
      route: isNew ? 'POST /repos/{owner}/{repo}/git/refs' : 'PATCH /repos/{owner}/{repo}/git/refs/{ref}',
      parameters: isNew
        ? { ...name, ref: `refs/heads/${branch}`, sha }
        : { ...name, ref: `heads/${branch}`, sha, force: false },
      shape: anything,
      signal,
    });
  } catch (error) {
    const status = statusOf(error);
    if (status !== 422 && status !== 409) throw error;
    // Another commit was pushed meanwhile. The next attempt starts from it.
    const message = `Another commit was added to '${branch}' in the meantime`;
    throw publishError({ status, upstreamCode: 'BRANCH_MOVED', effect: 'none', retryable: true, message });
  }
};
