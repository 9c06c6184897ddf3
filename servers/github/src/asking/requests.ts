import { fail } from '@recourse/contract';
import { GitHubError } from '@recourse/github';
import { repositoryName } from '../fields/repository-name.ts';
import { contentsShape, refShape, repositoryShape, shaText } from '../shapes/repository.ts';
import type { Repository } from '../shapes/repository.ts';
import { wholePullShape } from '../shapes/pull.ts';
import type { WholePull } from '../shapes/pull.ts';
import type { Toolbox } from '../toolbox.ts';
import { failingAs } from './rethrow.ts';

/** Where a request belongs. */
export interface Place {
  readonly repo: string;
}

export const getRepository = async ({ github }: Toolbox, { repo }: Place): Promise<Repository> => {
  const { value } = await github.request({
    route: 'GET /repos/{owner}/{repo}',
    parameters: { ...repositoryName(repo) },
    shape: repositoryShape,
    resource: { type: 'repository', id: repo },
  });
  return value;
};

export const getPull = async (
  { github }: Toolbox,
  { repo, prNumber }: Place & { readonly prNumber: number },
): Promise<WholePull> => {
  const { value } = await github.request({
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { ...repositoryName(repo), pull_number: prNumber },
    shape: wholePullShape,
    resource: { type: 'pull_request', id: `${repo}#${prNumber}` },
  });
  return value;
};

export const getContents = (
  { github }: Toolbox,
  { repo, path, ref }: Place & { readonly path: string; readonly ref: string | undefined },
) =>
  github.request({
    route: path === '' ? 'GET /repos/{owner}/{repo}/contents' : 'GET /repos/{owner}/{repo}/contents/{path}',
    parameters: { ...repositoryName(repo), ...(path !== '' && { path }), ...(ref !== undefined && { ref }) },
    shape: contentsShape,
    resource: { type: 'path', id: path },
  });

/**
 * Resolves a branch, a tag or the beginning of a SHA to the whole SHA of its commit; without one, the default branch.
 * GitHub answers with 422 when there is no such commit, although the values are valid.
 */
export const resolveCommit = async (
  toolbox: Toolbox,
  { repo, name: given }: Place & { readonly name: string | undefined },
): Promise<string> => {
  const name = given ?? (await getRepository(toolbox, { repo })).default_branch;
  const request = toolbox.github.request({
    route: 'GET /repos/{owner}/{repo}/commits/{ref}',
    parameters: { ...repositoryName(repo), ref: name },
    accept: 'application/vnd.github.sha',
    shape: shaText,
    resource: { type: 'commit', id: name },
  });
  return (await noSuchCommit(request, name)).value;
};

/** The commit that a branch points to; nothing if there is no such branch. */
export const findBranchHead = async (
  { github }: Toolbox,
  { repo, branch }: Place & { readonly branch: string },
): Promise<string | undefined> => {
  try {
    const { value } = await github.request({
      route: 'GET /repos/{owner}/{repo}/git/ref/{ref}',
      parameters: { ...repositoryName(repo), ref: `heads/${branch}` },
      shape: refShape,
    });
    return value.object.sha;
  } catch (thrown) {
    if (thrown instanceof GitHubError && thrown.status === 404) return undefined;
    throw thrown;
  }
};

/** A 422 for a name of a commit says that there is none. */
export const noSuchCommit = <Value>(request: Promise<Value>, name: string): Promise<Value> =>
  failingAs(request, ({ details }, { status }) =>
    status === 422
      ? fail(
          'NOT_FOUND_RESOURCE',
          { ...details, resource_type: 'commit', resource_id: name, may_be_hidden: false },
          { hint: 'Look the commit up with get_commits, or the branch with get_branches.' },
        )
      : undefined,
  );
