import { changeFailure } from '@recourse/contract';
import type { Failure, NextAction } from '@recourse/contract';
import { GitHubError } from '@recourse/github';
import { repositoryName } from '../fields/repository-name.ts';
import { repositoryShape } from '../shapes/repository.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Asked } from './asked.ts';
import { whereToLook } from './where-to-look.ts';

/**
 * A 404 may mean that the repository is not there, that it is hidden, that the thing in it is not there, or that the
 * token may not write. One look at the repository tells most of them apart.
 */
export const explainMissing = async (
  { github }: Toolbox,
  { failure, status, writes }: GitHubError,
  { arguments: args, signal }: Asked,
): Promise<Failure> => {
  const { repo } = args as { readonly repo?: unknown };
  if (failure.code !== 'NOT_FOUND_RESOURCE' || typeof repo !== 'string' || failure.next_actions) return failure;
  const instead = whereToLook(failure, repo, args);
  const next = instead && { next_actions: [instead] };
  if (status !== 404) return next ? changeFailure(failure, next) : failure;
  if (failure.details?.['resource_type'] === 'repository') return missingRepository(repo, failure);
  try {
    await github.request({
      route: 'GET /repos/{owner}/{repo}',
      parameters: { ...repositoryName(repo) },
      shape: repositoryShape,
      signal,
    });
    // Whether a token may write, a repository does not say: it shows what its owner may do.
    if (writes) return failure;
    return changeFailure(failure, {
      ...next,
      details: { ...failure.details, may_be_hidden: false },
      hint: 'The repository is there, and this is not in it. Look the name up by list or search.',
    });
  } catch (thrown) {
    return thrown instanceof GitHubError && thrown.status === 404 ? missingRepository(repo, failure) : failure;
  }
};

const missingRepository = (repo: string, failure: Failure): Failure =>
  changeFailure(failure, {
    message: `Resource 'repository' not found: '${repo}'`,
    details: { ...failure.details, resource_type: 'repository', resource_id: repo, may_be_hidden: true },
    next_actions: [searchFor(repo)],
  });

const searchFor = (repo: string): NextAction => ({
  tool: 'search',
  arguments: { query: (repo.split('/')[1] ?? repo).slice(0, 256) },
  why: 'Finds repositories of a similar name.',
});
