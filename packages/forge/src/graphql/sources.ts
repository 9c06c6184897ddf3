import type { PullFacts } from '../bodies/pull.ts';
import type { Issue } from '../state/issues.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';

/** The values that stand for the types of the schema while a query runs. `__typename` tells members of a union apart. */
export interface UserSource {
  readonly __typename: 'User' | 'Organization';
  readonly user: User;
}

export interface RepositorySource {
  readonly __typename: 'Repository';
  readonly repository: Repository;
}

export interface IssueSource {
  readonly __typename: 'Issue';
  readonly repository: Repository;
  readonly issue: Issue;
}

export interface PullSource extends PullFacts {
  readonly __typename: 'PullRequest';
}

export interface CommitSource {
  readonly __typename: 'Commit';
  readonly repository: Repository;
  readonly sha: string;
}

export const userSource = (user: User): UserSource => ({ __typename: user.type, user });

export const userById = ({ state }: World, id: number | null): UserSource | null =>
  id === null ? null : userSource(state.users.get(id));

export const repositorySource = (repository: Repository): RepositorySource => ({
  __typename: 'Repository',
  repository,
});

export const issueSource = (repository: Repository, issue: Issue): IssueSource => ({
  __typename: 'Issue',
  repository,
  issue,
});

export const pullSource = (facts: PullFacts): PullSource => ({ __typename: 'PullRequest', ...facts });

export const commitSource = (repository: Repository, sha: string | null): CommitSource | null =>
  sha === null ? null : { __typename: 'Commit', repository, sha };

/** An issue, or the pull request that it is. */
export function issueOrPull({ state }: World, repository: Repository, issue: Issue): IssueSource | PullSource {
  const pull = issue.isPull ? state.pulls.find({ issueId: issue.id }) : undefined;
  return pull ? pullSource({ repository, pull, issue }) : issueSource(repository, issue);
}
