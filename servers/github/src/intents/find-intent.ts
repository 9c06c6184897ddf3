import { fail } from '@recourse/contract';
import { GitHubError } from '@recourse/github';
import type { GitHubPages } from '@recourse/github';
import { z } from 'zod';
import { getPull } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { commitShape } from '../shapes/commit.ts';
import { pullShape } from '../shapes/pull.ts';
import type { Toolbox } from '../toolbox.ts';
import { bearsIntent } from './mark.ts';

/** An effect that is looked for. */
export interface Wanted extends Place {
  readonly intent: string;
  /** When the call began, by a clock that may differ from GitHub's. */
  readonly since: string;
}

/** A commit or a pull request that bears the intent. */
export interface Found {
  readonly url: string;
  readonly id: string;
}

const mostPages = 10;
const mostEntries = mostPages * 100;

/** The commit of a branch that bears the intent. */
export const findCommit = async (
  { github }: Toolbox,
  { repo, intent, since, branch }: Wanted & { readonly branch: string },
): Promise<Found | undefined> => {
  const pages = await github.pages(
    {
      route: 'GET /repos/{owner}/{repo}/commits',
      parameters: { ...repositoryName(repo), sha: branch, since },
      shape: z.array(commitShape),
      resource: { type: 'branch', id: branch },
    },
    mostPages,
  );
  const found = pages.values.flat().find(({ commit }) => bearsIntent(commit.message, intent));
  return found ? { id: found.sha, url: found.html_url } : noneIn(pages, since);
};

/** The merge commit of a pull request, if it bears the intent. */
export const findMerge = async (
  toolbox: Toolbox,
  { repo, intent, prNumber }: Wanted & { readonly prNumber: number },
): Promise<Found | undefined> => {
  const { merged, merge_commit_sha: sha } = await getPull(toolbox, { repo, prNumber });
  if (!merged || typeof sha !== 'string') return undefined;
  const { value } = await toolbox.github.request({
    route: 'GET /repos/{owner}/{repo}/commits/{ref}',
    parameters: { ...repositoryName(repo), ref: sha },
    shape: commitShape,
    resource: { type: 'commit', id: sha },
  });
  return bearsIntent(value.commit.message, intent) ? { id: sha, url: value.html_url } : undefined;
};

/** The pull request, open or not, that bears the intent. */
export const findPullRequest = async (
  { github }: Toolbox,
  { repo, intent, since }: Wanted,
): Promise<Found | undefined> => {
  let page: number | undefined = 1;
  for (let read = 0; page !== undefined && read < mostPages; read += 1) {
    const { value, nextPage }: { value: z.infer<typeof pulls>; nextPage?: number } = await github.request({
      route: 'GET /repos/{owner}/{repo}/pulls',
      parameters: { ...repositoryName(repo), state: 'all', sort: 'created', direction: 'desc', per_page: 100, page },
      shape: pulls,
      resource: { type: 'repository', id: repo },
    });
    const found = value.find(({ body }) => bearsIntent(body, intent));
    if (found) return { id: `${repo}#${found.number}`, url: found.html_url };
    const isOlder = value.some(({ created_at: created }) => Date.parse(created) < Date.parse(since));
    page = isOlder ? undefined : nextPage;
  }
  return noneIn({ complete: page === undefined }, since);
};

const pulls = z.array(pullShape);

/** Nothing was found. Only a search that has seen everything since then proves that there is nothing. */
const noneIn = ({ complete }: Pick<GitHubPages<unknown>, 'complete'>, since: string): undefined => {
  if (complete) return undefined;
  throw new GitHubError(
    fail(
      'VALIDATION_PAYLOAD_TOO_LARGE',
      { limit_type: 'array_elements', limit_value: mostEntries, unit: 'elements' },
      {
        effect: 'none',
        message: `There are more than ${mostEntries} commits or pull requests since ${since}, and the newest ${mostEntries} do not contain the given intent`,
        hint: 'Look for the change with get_commits or list_pull_requests: this search is incomplete.',
      },
    ),
    { writes: false },
  );
};
