import { changeFailure } from '@recourse/contract';
import type { Failure, NextAction } from '@recourse/contract';
import type { GitHubError } from '@recourse/github';
import type { Toolbox } from '../toolbox.ts';
import { getRepository } from './requests.ts';
import { tryRead } from './try-read.ts';
import { whereToLook } from './where-to-look.ts';

/**
 * A 404 may mean that the repository does not exist, that it is hidden, that the thing in it does not exist, or that the
 * token may not write. One look at the repository tells most of them apart.
 */
export const explainMissing = async (
  toolbox: Toolbox,
  { failure, status, writes }: GitHubError,
  args: LookedUp,
): Promise<Failure> => {
  if (failure.next_actions) return failure;
  const { repo } = args;
  const { details } = failure;
  const instead = whereToLook(failure, args);
  const next = instead && { next_actions: [instead] };
  // A read is answered with it where a repository has no commit.
  if (status === 409) return emptyRepository(failure);
  if (status !== 404) return next ? changeFailure(failure, next) : failure;
  if (details?.['resource_type'] === 'repository') return missingRepository(repo, failure);
  const { value: found, error: lookError } = await tryRead(getRepository(toolbox, { repo }));
  // Whether a token may write, a repository does not say: it shows what its owner may do.
  if (found && !writes) {
    if (isRoot(details) && args.branch === undefined && args.ref === undefined) return emptyRepository(failure);
    return changeFailure(failure, {
      ...next,
      details: { ...details, may_be_hidden: false },
      hint: 'Look the name up with a list or search call: the repository exists, but does not contain it.',
    });
  }
  return lookError?.status === 404 ? missingRepository(repo, failure) : failure;
};

interface LookedUp {
  readonly repo: string;
  readonly branch?: unknown;
  readonly ref?: unknown;
}

/** The root of the default branch is always there, once the repository has a commit. */
const isRoot = (details: Failure['details']): boolean =>
  details?.['resource_type'] === 'path' && details['resource_id'] === undefined;

const emptyRepository = (failure: Failure): Failure =>
  changeFailure(failure, {
    details: { ...failure.details, may_be_hidden: false },
    hint: 'The repository has no commits yet, so there is nothing to read. Ask its owner to make the first commit.',
    recovery: 'change_state',
  });

const missingRepository = (repo: string, failure: Failure): Failure =>
  changeFailure(failure, {
    message: `Resource 'repository' not found: '${repo}'`,
    details: { ...failure.details, resource_type: 'repository', resource_id: repo, may_be_hidden: true },
    next_actions: [searchFor(repo)],
  });

const searchFor = (repo: string): NextAction => ({
  tool: 'search',
  arguments: { query: (repo.split('/')[1] ?? repo).slice(0, 256) },
  why: 'Finds repositories with a similar name.',
});
