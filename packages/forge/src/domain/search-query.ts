import { validationFailed, type Refusal } from '../answers/refusal.ts';

/** A word, or the value of a qualifier, in lower case. */
interface SearchTerm {
  /** Undefined for a word. */
  readonly name: string | undefined;
  readonly value: string;
  /** With a hyphen before it: what fits is left out. */
  readonly isExcluded: boolean;
}

export type SearchQuery = readonly SearchTerm[];

const maxLength = 256;

/** Splits a query into words and `name:value` qualifiers. Quotes hold words together. */
export function readQuery(query: string | undefined): SearchQuery {
  if (query === undefined) throw searchProblem('missing');
  if (query.length > maxLength) throw searchProblem('invalid', `The search is longer than ${maxLength} characters.`);
  return Array.from(
    query.matchAll(/(-?)(?:([a-z]+(?:-[a-z]+)*):)?(?:"([^"]*)"|(\S+))/gi),
    ([, hyphen, name, quoted, plain]) => ({
      name: name?.toLowerCase(),
      value: (quoted ?? plain ?? '').toLowerCase(),
      isExcluded: hyphen === '-',
    }),
  );
}

/** The values that a qualifier asks for. */
export function valuesOf(query: SearchQuery, name: string): readonly string[] {
  return query.filter((term) => term.name === name && !term.isExcluded).map(({ value }) => value);
}

export function searchProblem(code: string, message?: string): Refusal {
  return validationFailed({ resource: 'Search', field: 'q', code, ...(message === undefined ? {} : { message }) });
}
