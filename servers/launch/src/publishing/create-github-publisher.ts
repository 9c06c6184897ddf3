import type { GitHub } from '@recourse/github';
import { z } from 'zod';
import { findHead, readBranch } from './github-branch.ts';
import { commitFiles } from './github-commit.ts';
import { ask, repositoryAt } from './github-requests.ts';
import { bearsKey, bearsRun, markBody } from './marks.ts';
import type { OpenedPullRequest, Publisher, PullRequest } from './publisher.ts';

const pullShape = z.object({
  number: z.int(),
  html_url: z.string(),
  state: z.string(),
  body: z.string().nullish(),
});
type Pull = z.infer<typeof pullShape>;

/** GitHub ends requests after 10 s; lists may lag behind by as much again. The rest is margin. */
const defaultSettlesWithinMs = 60_000;

export interface GitHubPublisherOptions {
  /** How long a write may take to become visible after the process that sent it is gone. */
  readonly settlesWithinMs?: number;
}

/** Publishes through the API of GitHub. Commits and pull requests bear the keys of their effects. */
export const createGitHubPublisher = (github: GitHub, options: GitHubPublisherOptions = {}): Publisher => {
  const branchCommits: Publisher['branchCommits'] = async ({ repo_url, base, branch }, signal) => {
    const place = { name: repositoryAt(github, repo_url), base, branch, signal };
    const head = await findHead(github, place);
    return head === undefined ? undefined : (await readBranch(github, place, head)).commits;
  };
  return {
    settlesWithinMs: options.settlesWithinMs ?? defaultSettlesWithinMs,
    looks: () => Promise.resolve(true),
    branchCommits,
    commit: (request, signal) => commitFiles(github, request, signal),
    findCommit: async (request, signal) => {
      const found = (await branchCommits(request, signal))?.find(({ message }) => bearsKey(message, request.key));
      return found && { commit_sha: found.sha };
    },
    openPullRequest: async (request, signal) => {
      const { title, body, branch, base_branch } = request;
      const pull = await ask(github, {
        route: 'POST /repos/{owner}/{repo}/pulls',
        parameters: {
          ...repositoryAt(github, request.repo_url),
          title,
          body: markBody(body, request),
          head: branch,
          base: base_branch,
        },
        shape: pullShape,
        signal,
      });
      return openedOf(pull);
    },
    findPullRequest: async (request, signal) => {
      const pulls = await listPulls(github, request, signal);
      const found =
        pulls.find(({ state, body }) => state === 'open' && bearsRun(body, request.run_id)) ??
        pulls.find(({ body }) => bearsKey(body, request.key));
      return found && openedOf(found);
    },
    updatePullRequest: async (request, { number }, signal) => {
      await ask(github, {
        route: 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
        parameters: {
          ...repositoryAt(github, request.repo_url),
          pull_number: number,
          title: request.title,
          body: markBody(request.body, request),
        },
        shape: pullShape,
        idempotent: true,
        signal,
      });
    },
  };
};

/** The pull requests from the branch of a run, of which there are few. */
const listPulls = (
  github: GitHub,
  { repo_url, branch }: PullRequest,
  signal: AbortSignal,
): Promise<readonly Pull[]> => {
  const name = repositoryAt(github, repo_url);
  return ask(github, {
    route: 'GET /repos/{owner}/{repo}/pulls',
    parameters: { ...name, state: 'all', head: `${name.owner}:${branch}`, per_page: 100 },
    shape: z.array(pullShape),
    signal,
  });
};

const openedOf = ({ number, html_url }: Pull): OpenedPullRequest => ({ number, url: html_url });
