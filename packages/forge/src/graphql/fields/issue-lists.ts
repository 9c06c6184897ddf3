import type { Issue } from '../../state/issues.ts';
import type { Repository } from '../../state/repositories.ts';
import { mayRead } from '../access.ts';
import { connect, type Connection, type PageArguments } from '../connection.ts';
import type { Context } from '../context.ts';
import { issueSource, pullSource, type IssueSource, type PullSource } from '../sources.ts';

interface Order {
  readonly field: 'COMMENTS' | 'CREATED_AT' | 'UPDATED_AT';
  readonly direction: 'ASC' | 'DESC';
}

export interface PullArguments extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly baseRefName?: string | null;
  readonly headRefName?: string | null;
  readonly orderBy?: Order | null;
}

export interface IssueArguments extends PageArguments {
  readonly states?: readonly string[] | null;
  readonly orderBy?: Order | null;
  readonly filterBy?: {
    readonly assignee?: string | null;
    readonly createdBy?: string | null;
    readonly mentioned?: string | null;
  } | null;
}

export function listPulls(context: Context, repository: Repository, given: PullArguments): Connection<PullSource> {
  mayRead(context, repository, 'pull_requests');
  const { state } = context.world;
  const { states, baseRefName, headRefName, orderBy } = given;
  const pulls = state.pulls
    .list({
      repositoryId: repository.id,
      ...(baseRefName == null ? {} : { baseRef: baseRefName }),
      ...(headRefName == null ? {} : { headRef: headRefName }),
    })
    .map((pull) => pullSource({ repository, pull, issue: state.issues.get(pull.issueId) }))
    .filter((source) => states == null || states.includes(stateOfPull(source)));
  return connect(sorted(context, pulls, orderBy), given);
}

export function listIssues(context: Context, repository: Repository, given: IssueArguments): Connection<IssueSource> {
  mayRead(context, repository, 'issues');
  const { states, filterBy, orderBy } = given;
  const { state } = context.world;
  const author = filterBy?.createdBy == null ? undefined : state.users.find({ login: filterBy.createdBy });
  const isEmpty =
    !repository.hasIssues ||
    // The forge has no assignees and no mentions, and an unknown user has created nothing.
    filterBy?.assignee != null ||
    filterBy?.mentioned != null ||
    (filterBy?.createdBy != null && author === undefined);
  const issues = isEmpty
    ? []
    : state.issues
        .list({ repositoryId: repository.id, isPull: false, ...(author ? { userId: author.id } : {}) })
        .filter((issue) => states == null || states.includes(issue.state.toUpperCase()))
        .map((issue) => issueSource(repository, issue));
  return connect(sorted(context, issues, orderBy), given);
}

export function stateOfPull({ pull, issue }: Pick<PullSource, 'pull' | 'issue'>): 'OPEN' | 'CLOSED' | 'MERGED' {
  if (pull.mergedAt !== null) return 'MERGED';
  return issue.state === 'open' ? 'OPEN' : 'CLOSED';
}

/** By number within the same second. */
function sorted<T extends { readonly issue: Issue }>(
  { world }: Context,
  items: readonly T[],
  order: Order | null | undefined,
): T[] {
  const { field, direction } = order ?? { field: 'CREATED_AT', direction: 'ASC' };
  const keyed = items.map((item) => {
    const { issue } = item;
    const by = {
      CREATED_AT: () => issue.createdAt,
      UPDATED_AT: () => issue.updatedAt,
      COMMENTS: () => String(world.state.comments.count({ issueId: issue.id })).padStart(10, '0'),
    };
    return { item, key: `${by[field]()} ${String(issue.number).padStart(10, '0')}` };
  });
  const sign = direction === 'ASC' ? 1 : -1;
  return keyed.toSorted((a, b) => (a.key < b.key ? -sign : sign)).map(({ item }) => item);
}
