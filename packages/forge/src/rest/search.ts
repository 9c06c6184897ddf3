import { ok, type Answer } from '../answers/answer.ts';
import { pageOf, readPage } from '../answers/paging.ts';
import { validationFailed } from '../answers/refusal.ts';
import { issueBody } from '../bodies/issue.ts';
import { repositoryBody } from '../bodies/repository.ts';
import { searchedRepositories, searchIssues } from '../domain/search-issues.ts';
import { readQuery } from '../domain/search-query.ts';
import type { Issue } from '../state/issues.ts';
import type { Repository } from '../state/repositories.ts';
import type { Call } from './call.ts';

const maxResults = 1000;

/** Repositories that the caller may see, by words in name and description and by qualifiers. */
export function searchRepositories(call: Call): Answer {
  const query = readQuery(call.query('q'));
  const found = searchedRepositories(call.world, call.facts.actor, query).filter((repository) => {
    const words = `${repository.name} ${repository.description ?? ''}`.toLowerCase();
    return query.every(({ name, value, isExcluded }) => {
      if (name !== undefined && name !== 'is') return true;
      return (name === 'is' ? isRepository(repository, value) : words.includes(value)) !== isExcluded;
    });
  });
  return answer(call, found, (repository) => ({ ...repositoryBody(call.world, repository), score: 1 }));
}

export function searchIssuesAndPulls(call: Call): Answer {
  const items = searchIssues(call.world, call.facts.actor, readQuery(call.query('q')));
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

function isRepository(repository: Repository, is: string): boolean {
  if (is === 'public') return !repository.private;
  if (is === 'private') return repository.private;
  return is !== 'archived' || repository.archived;
}

function sortedItems<T extends { readonly issue: Issue }>(call: Call, items: readonly T[]): T[] {
  const key = call.query('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const sign = call.query('order') === 'asc' ? 1 : -1;
  return items.toSorted((a, b) => (a.issue[key] < b.issue[key] ? -sign : sign));
}

function answer<T>(call: Call, found: readonly T[], render: (item: T) => unknown, more: object = {}): Answer {
  const page = readPage(call.url);
  checkDepth(page.skip);
  const { items, link } = pageOf(page, found.slice(0, maxResults));
  const body = { total_count: found.length, incomplete_results: false, items: items.map(render), ...more };
  return ok(body, link ? { link } : undefined);
}

/** GitHub shows the first thousand results and refuses to go further. */
function checkDepth(skip: number): void {
  if (skip >= maxResults)
    throw validationFailed({
      resource: 'Search',
      field: 'page',
      code: 'invalid',
      message: `Only the first ${maxResults} search results are available`,
    });
}
