import type { GitHub } from '@recourse/github';
import { z } from 'zod';
import { ask, askFor } from './github-requests.ts';
import type { RepositoryName } from './github-requests.ts';
import { isOfRun } from './marks.ts';
import { publishError } from './publish-failure.ts';

/** A place in a repository, for as long as a signal lasts. */
export interface BranchPlace {
  readonly name: RepositoryName;
  readonly branch: string;
  readonly base: string;
  readonly signal: AbortSignal;
}

const refShape = z.object({ object: z.object({ sha: z.string() }) });
const compareShape = z.object({
  status: z.string(),
  total_commits: z.int(),
  commits: z.array(z.object({ sha: z.string(), commit: z.object({ message: z.string() }) })),
});
const filesShape = z.object({
  files: z
    .array(
      z.object({
        filename: z.string(),
        status: z.string(),
        sha: z.string().nullish(),
        previous_filename: z.string().optional(),
      }),
    )
    .default([]),
});

/** The head of a branch; undefined if there is no such branch. */
export const findHead = async (
  github: GitHub,
  { name, branch, signal }: Omit<BranchPlace, 'base'>,
): Promise<string | undefined> =>
  (
    await askFor(github, {
      route: 'GET /repos/{owner}/{repo}/git/ref/{ref}',
      parameters: { ...name, ref: `heads/${branch}` },
      shape: refShape,
      signal,
    })
  )?.object.sha;

export interface BranchCommits {
  /** Whether the base is behind the head: it need not be merged. */
  readonly holdsBase: boolean;
  /** Commits that are not on the base, newest first. */
  readonly commits: readonly { readonly sha: string; readonly message: string }[];
}

const mostCommits = 100;

export const readBranch = async (
  github: GitHub,
  { name, base, signal }: BranchPlace,
  head: string,
): Promise<BranchCommits> => {
  const { status, total_commits, commits } = await ask(github, {
    route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
    parameters: { ...name, basehead: `${base}...${head}`, per_page: mostCommits },
    shape: compareShape,
    signal,
  });
  if (total_commits > commits.length) {
    const message = `The branch has ${total_commits} commits that its base does not have, more than the limit of ${mostCommits}`;
    throw publishError({ effect: 'none', retryable: false, message });
  }
  return {
    holdsBase: status === 'ahead' || status === 'identical',
    commits: commits.map(({ sha, commit }) => ({ sha, message: commit.message })).reverse(),
  };
};

/**
 * The files that other people's commits changed on the branch, with the blob that each now has; null if it is gone.
 * Their commits are kept: what the run writes must not touch these files.
 */
export const othersFiles = async (
  github: GitHub,
  { name, signal }: Pick<BranchPlace, 'name' | 'signal'>,
  { commits }: BranchCommits,
  run_id: string,
): Promise<ReadonlyMap<string, string | null>> => {
  const changed = new Map<string, string | null>();
  const theirs = commits.filter(({ message }) => !isOfRun(message, run_id)).reverse();
  for (const { sha } of theirs) {
    const { files } = await ask(github, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}',
      parameters: { ...name, ref: sha },
      shape: filesShape,
      signal,
    });
    for (const { filename, status, sha: blob, previous_filename: from } of files) {
      if (status === 'renamed' && from !== undefined) changed.set(from, null);
      changed.set(filename, status === 'removed' ? null : (blob ?? null));
    }
  }
  return changed;
};
