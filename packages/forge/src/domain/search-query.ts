import { validationFailed, type Refusal } from '../answers/refusal.ts';

export interface SearchQuery {
  /** Plain words, in lower case. */
  readonly words: readonly string[];
  readonly qualifiers: ReadonlyMap<string, readonly string[]>;
}

const maxLength = 256;

/** Splits a query into words and `name:value` qualifiers. Quotes hold words together. */
export function readQuery(query: string | undefined): SearchQuery {
  if (query === undefined) throw searchProblem('missing');
  if (query.length > maxLength) throw searchProblem('invalid', `The search is longer than ${maxLength} characters.`);
  const words: string[] = [];
  const qualifiers = new Map<string, string[]>();
  for (const [, name, quoted, plain] of query.matchAll(/(?:(-?[a-z-]+):)?(?:"([^"]*)"|(\S+))/gi)) {
    const value = (quoted ?? plain ?? '').toLowerCase();
    if (name === undefined) words.push(value);
    else qualifiers.set(name.toLowerCase(), [...(qualifiers.get(name.toLowerCase()) ?? []), value]);
  }
  return { words, qualifiers };
}

/** Whether every value of a qualifier fits; true without the qualifier. */
export function everyValue(query: SearchQuery, name: string, fits: (value: string) => boolean): boolean {
  return (query.qualifiers.get(name) ?? []).every(fits);
}

export function searchProblem(code: string, message?: string): Refusal {
  return validationFailed({ resource: 'Search', field: 'q', code, ...(message === undefined ? {} : { message }) });
}
