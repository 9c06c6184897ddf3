import { roleOf } from '../identity/level.ts';
import type { Actor } from '../identity/actor.ts';
import type { Issue } from '../state/issues.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { issueQualifiers, unsupportedQualifiers, type SearchedIssue } from './issue-qualifiers.ts';
import { searchProblem, valuesOf, type SearchQuery } from './search-query.ts';

export interface FoundIssue {
  readonly repository: Repository;
  readonly issue: Issue;
}

/** Issues and pull requests that the caller may see, the newest of each repository first unless `sort` says otherwise. */
export function searchIssues(world: World, actor: Actor | undefined, query: SearchQuery): FoundIssue[] {
  const unsupported = query.find(({ name }) => name !== undefined && unsupportedQualifiers.has(name));
  if (unsupported) throw searchProblem('invalid', `This server does not support the qualifier ${unsupported.name}.`);
  const found = searchedRepositories(world, actor, query).flatMap((repository) =>
    world.state.issues
      .list({ repositoryId: repository.id }, { order: '-number' })
      .map((issue) => ({ world, actor, repository, issue, pull: pullOf(world, issue) }))
      .filter((searched) => fits(query, searched)),
  );
  return sorted(found, valuesOf(query, 'sort').at(-1));
}

const pullOf = (world: World, { id, isPull }: Issue): SearchedIssue['pull'] =>
  isPull ? world.state.pulls.find({ issueId: id }) : undefined;

/** The repositories that the caller may see and the query names; all of them if it names none. */
export function searchedRepositories(world: World, actor: Actor | undefined, query: SearchQuery): Repository[] {
  const seen = world.state.repositories.list({}).filter((repository) => {
    if (roleOf(world.state, actor?.user, repository) === 'none') return false;
    return !repository.private || actor?.token.kind === 'fine-grained' || actor?.token.scopes.includes('repo') === true;
  });
  const isNamed = (repository: Repository, isExcluded: boolean): boolean => {
    const owner = world.state.users.get(repository.ownerId).login.toLowerCase();
    return query.some(
      (term) =>
        term.isExcluded === isExcluded &&
        ((term.name === 'repo' && term.value === `${owner}/${repository.name.toLowerCase()}`) ||
          ((term.name === 'user' || term.name === 'org') && term.value === owner)),
    );
  };
  const allowed = seen.filter((repository) => !isNamed(repository, true));
  const owners = [...valuesOf(query, 'user'), ...valuesOf(query, 'org')];
  if (valuesOf(query, 'repo').length === 0 && owners.length === 0) return allowed;
  const wanted = allowed.filter((repository) => isNamed(repository, false));
  const ownersKnown = owners.some((login) => world.state.users.find({ login }) !== undefined);
  if (wanted.length === 0 && !ownersKnown)
    throw searchProblem(
      'invalid',
      'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
    );
  return wanted;
}

/** Qualifiers that say where to look and in what order. */
const placeNames: ReadonlySet<string> = new Set(['repo', 'user', 'org', 'in', 'sort']);

function fits(query: SearchQuery, searched: SearchedIssue): boolean {
  const text = textOf(query, searched);
  return query.every(({ name, value, isExcluded }) => {
    if (name !== undefined && placeNames.has(name)) return true;
    const test = name === undefined ? undefined : issueQualifiers.get(name);
    // Any other name belongs to a word, as in an address.
    const isMet = test ? test(searched, value) : text.includes(name === undefined ? value : `${name}:${value}`);
    return isMet !== isExcluded;
  });
}

function textOf(query: SearchQuery, { world, issue }: SearchedIssue): string {
  const places = valuesOf(query, 'in').flatMap((value) => value.split(','));
  const has = (place: string): boolean => places.length === 0 || places.includes(place);
  const comments = places.includes('comments') ? world.state.comments.list({ issueId: issue.id }) : [];
  return [has('title') ? issue.title : '', has('body') ? (issue.body ?? '') : '', ...comments.map(({ body }) => body)]
    .join(' ')
    .toLowerCase();
}

const sortKeys: ReadonlyMap<string, (searched: SearchedIssue) => string> = new Map([
  ['created', ({ issue }) => issue.createdAt],
  ['updated', ({ issue }) => issue.updatedAt],
  ['comments', ({ world, issue }) => String(world.state.comments.count({ issueId: issue.id })).padStart(10, '0')],
]);

function sorted(found: readonly SearchedIssue[], order: string | undefined): FoundIssue[] {
  const [field = '', direction = 'desc'] = order?.split('-') ?? [];
  const keyOf = sortKeys.get(field);
  if (!keyOf) return [...found];
  const sign = direction === 'asc' ? 1 : -1;
  const keyed = found.map((item) => ({
    item,
    key: `${keyOf(item)} ${String(item.issue.number).padStart(10, '0')}`,
  }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -sign : sign)).map(({ item }) => item);
}
