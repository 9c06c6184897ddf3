import { ok, type Answer } from '../answers/answer.ts';
import { pageOf, readPage } from '../answers/paging.ts';
import { issueBody } from '../bodies/issue.ts';
import { fullNameOf, repositoryBody } from '../bodies/repository.ts';
import { roleOf } from '../identity/level.ts';
import type { Issue } from '../state/issues.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import type { Call } from './call.ts';
import { cannotSearch, checkDepth, readQuery, type SearchQuery } from './search-query.ts';

/** Repositories that the caller may see, by words in name and description and by qualifiers. */
export function searchRepositories(call: Call): Answer {
  const query = readQuery(call);
  const found = visible(call, query).filter((repository) => {
    const words = `${repository.name} ${repository.description ?? ''}`.toLowerCase();
    return (
      query.words.every((word) => words.includes(word)) && every(query, 'is', (is) => isRepository(repository, is))
    );
  });
  return answer(call, found, (repository) => ({ ...repositoryBody(call.world, repository), score: 1 }));
}

export function searchIssues(call: Call): Answer {
  const query = readQuery(call);
  const items = visible(call, query).flatMap((repository) =>
    call.world.state.issues
      .list({ repositoryId: repository.id }, { order: '-number' })
      .filter((issue) => issueFits(call.world, query, issue))
      .map((issue) => ({ repository, issue })),
  );
  const sorted = call.query('sort') ? sortedItems(call, items) : items;
  return answer(
    call,
    sorted,
    ({ repository, issue }) => {
      const { body, ...rest } = issueBody(call.world, repository, issue);
      return { ...rest, ...(typeof body === 'string' ? { body } : {}), score: 1 };
    },
    { search_type: 'lexical' },
  );
}

function visible(call: Call, { qualifiers }: SearchQuery): Repository[] {
  const { world } = call;
  const { actor } = call.facts;
  const seen = world.state.repositories.list({}).filter((repository) => {
    if (roleOf(world.state, actor?.user, repository) === 'none') return false;
    return !repository.private || actor?.token.kind === 'fine-grained' || actor?.token.scopes.includes('repo') === true;
  });
  const names = qualifiers.get('repo') ?? [];
  const owners = [...(qualifiers.get('user') ?? []), ...(qualifiers.get('org') ?? [])];
  if (names.length === 0 && owners.length === 0) return seen;
  const wanted = seen.filter((repository) => {
    const fullName = fullNameOf(world, repository).toLowerCase();
    return names.includes(fullName) || owners.includes(fullName.split('/')[0] ?? '');
  });
  const ownersKnown = owners.some((login) => world.state.users.find({ login }) !== undefined);
  if (wanted.length === 0 && !ownersKnown) throw cannotSearch();
  return wanted;
}

function isRepository(repository: Repository, is: string): boolean {
  if (is === 'public') return !repository.private;
  if (is === 'private') return repository.private;
  return is !== 'archived' || repository.archived;
}

function issueFits(world: World, query: SearchQuery, issue: Issue): boolean {
  const pull = issue.isPull ? world.state.pulls.find({ issueId: issue.id }) : undefined;
  const words = `${issue.title} ${issue.body ?? ''}`.toLowerCase();
  const merged = pull?.mergedAt != null;
  const facts: Readonly<Record<string, boolean>> = {
    pr: issue.isPull,
    'pull-request': issue.isPull,
    issue: !issue.isPull,
    open: issue.state === 'open',
    closed: issue.state === 'closed',
    merged,
    unmerged: issue.isPull && !merged,
    draft: pull?.draft === true,
  };
  return (
    query.words.every((word) => words.includes(word)) &&
    [...(query.qualifiers.get('is') ?? []), ...(query.qualifiers.get('type') ?? [])].every((is) => facts[is] ?? true) &&
    every(query, 'state', (state) => issue.state === state) &&
    every(query, 'author', (login) => world.state.users.get(issue.userId).login.toLowerCase() === login) &&
    every(query, 'head', (ref) => pull?.headRef.toLowerCase() === ref) &&
    every(query, 'base', (ref) => pull?.baseRef.toLowerCase() === ref) &&
    every(query, 'draft', (draft) => String(pull?.draft === true) === draft)
  );
}

function every(query: SearchQuery, name: string, fits: (value: string) => boolean): boolean {
  return (query.qualifiers.get(name) ?? []).every(fits);
}

function sortedItems<T extends { readonly issue: Issue }>(call: Call, items: readonly T[]): T[] {
  const key = call.query('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const sign = call.query('order') === 'asc' ? 1 : -1;
  return items.toSorted((a, b) => (a.issue[key] < b.issue[key] ? -sign : sign));
}

function answer<T>(call: Call, found: readonly T[], render: (item: T) => unknown, more: object = {}): Answer {
  const page = readPage(call.url);
  checkDepth(page.skip);
  const { items, link } = pageOf(page, found.slice(0, 1000));
  const body = { total_count: found.length, incomplete_results: false, items: items.map(render), ...more };
  return ok(body, link ? { link } : undefined);
}
