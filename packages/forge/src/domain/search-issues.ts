import { roleOf } from '../identity/level.ts';
import type { Actor } from '../identity/actor.ts';
import type { Issue } from '../state/issues.ts';
import type { Pull } from '../state/pulls.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { everyValue, searchProblem, type SearchQuery } from './search-query.ts';

export interface FoundIssue {
  readonly repository: Repository;
  readonly issue: Issue;
}

/** Issues and pull requests that the caller may see, the newest of each repository first. */
export function searchIssues(world: World, actor: Actor | undefined, query: SearchQuery): FoundIssue[] {
  return searchedRepositories(world, actor, query).flatMap((repository) =>
    world.state.issues
      .list({ repositoryId: repository.id }, { order: '-number' })
      .filter((issue) => fits(world, query, issue, actor))
      .map((issue) => ({ repository, issue })),
  );
}

/** The repositories that the caller may see and the query names; all of them if it names none. */
export function searchedRepositories(
  world: World,
  actor: Actor | undefined,
  { qualifiers }: SearchQuery,
): Repository[] {
  const seen = world.state.repositories.list({}).filter((repository) => {
    if (roleOf(world.state, actor?.user, repository) === 'none') return false;
    return !repository.private || actor?.token.kind === 'fine-grained' || actor?.token.scopes.includes('repo') === true;
  });
  const names = qualifiers.get('repo') ?? [];
  const owners = [...(qualifiers.get('user') ?? []), ...(qualifiers.get('org') ?? [])];
  if (names.length === 0 && owners.length === 0) return seen;
  const wanted = seen.filter((repository) => {
    const owner = world.state.users.get(repository.ownerId).login.toLowerCase();
    return names.includes(`${owner}/${repository.name.toLowerCase()}`) || owners.includes(owner);
  });
  const ownersKnown = owners.some((login) => world.state.users.find({ login }) !== undefined);
  if (wanted.length === 0 && !ownersKnown)
    throw searchProblem(
      'invalid',
      'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
    );
  return wanted;
}

function fits(world: World, query: SearchQuery, issue: Issue, actor: Actor | undefined): boolean {
  const pull = issue.isPull ? world.state.pulls.find({ issueId: issue.id }) : undefined;
  const words = `${issue.title} ${issue.body ?? ''}`.toLowerCase();
  const kinds = kindsOf(issue, pull);
  const author = world.state.users.get(issue.userId).login.toLowerCase();
  return (
    query.words.every((word) => words.includes(word)) &&
    [...(query.qualifiers.get('is') ?? []), ...(query.qualifiers.get('type') ?? [])].every((is) => kinds[is] ?? true) &&
    everyValue(query, 'state', (state) => issue.state === state) &&
    everyValue(query, 'author', (login) => author === (login === '@me' ? actor?.user.login.toLowerCase() : login)) &&
    everyValue(query, 'head', (ref) => pull?.headRef.toLowerCase() === ref) &&
    everyValue(query, 'base', (ref) => pull?.baseRef.toLowerCase() === ref) &&
    everyValue(query, 'draft', (draft) => String(pull?.draft === true) === draft) &&
    // Labels, assignees, milestones and mentions do not exist, so nothing has one.
    absent.every((name) => !query.qualifiers.has(name))
  );
}

const absent = ['label', 'assignee', 'milestone', 'mentions'];

function kindsOf(issue: Issue, pull: Pull | undefined): Readonly<Record<string, boolean>> {
  const merged = pull?.mergedAt != null;
  return {
    pr: issue.isPull,
    'pull-request': issue.isPull,
    issue: !issue.isPull,
    open: issue.state === 'open',
    closed: issue.state === 'closed',
    merged,
    unmerged: issue.isPull && !merged,
    draft: pull?.draft === true,
  };
}
