import { validationFailed } from '../answers/refusal.ts';
import type { Call } from './call.ts';

export interface SearchQuery {
  /** Plain words, in lower case. */
  readonly words: readonly string[];
  readonly qualifiers: ReadonlyMap<string, readonly string[]>;
}

const maxLength = 256;
const maxResults = 1000;

/** Splits a query into words and `name:value` qualifiers. Quotes hold words together. */
export function readQuery(call: Call): SearchQuery {
  const query = call.query('q');
  if (query === undefined) throw validationFailed({ resource: 'Search', field: 'q', code: 'missing' });
  if (query.length > maxLength)
    throw validationFailed({
      resource: 'Search',
      field: 'q',
      code: 'invalid',
      message: `The search is longer than ${maxLength} characters.`,
    });
  const words: string[] = [];
  const qualifiers = new Map<string, string[]>();
  for (const [, name, quoted, plain] of query.matchAll(/(?:(-?[a-z-]+):)?(?:"([^"]*)"|(\S+))/gi)) {
    const value = (quoted ?? plain ?? '').toLowerCase();
    if (name === undefined) words.push(value);
    else qualifiers.set(name.toLowerCase(), [...(qualifiers.get(name.toLowerCase()) ?? []), value]);
  }
  return { words, qualifiers };
}

/** GitHub shows the first thousand results and refuses to go further. */
export function checkDepth(skip: number): void {
  if (skip >= maxResults)
    throw validationFailed({
      resource: 'Search',
      field: 'page',
      code: 'invalid',
      message: 'Only the first 1000 search results are available',
    });
}

export function cannotSearch(): Error {
  return validationFailed({
    resource: 'Search',
    field: 'q',
    code: 'invalid',
    message:
      'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
  });
}
