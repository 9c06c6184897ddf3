import { queryLimits } from './limits/query-limits.ts';
import { GraphqlProblem, shown } from './problem.ts';

/** The arguments that page through a list. */
export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

interface PageInfo {
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

/** A list in parts. Its fields are read on demand: a client that only counts names no page. */
export interface Connection<T> {
  readonly totalCount: number;
  readonly issueCount: number;
  nodes(): readonly T[];
  pageInfo(): PageInfo;
}

/** A page of a list that is complete in memory. */
export function connect<T>(all: readonly T[], page: PageArguments): Connection<T> {
  return {
    totalCount: all.length,
    issueCount: all.length,
    nodes: () => {
      const { from, to } = boundsOf(all.length, page);
      return all.slice(from, to);
    },
    pageInfo: () => {
      const { from, to } = boundsOf(all.length, page);
      return { endCursor: to > from ? cursorOf(to) : null, hasNextPage: to < all.length };
    },
  };
}

export const empty: Connection<never> = connect([], { first: 1 });

function boundsOf(total: number, { first, last, after, before }: PageArguments): { from: number; to: number } {
  if (first == null && last == null)
    throw new GraphqlProblem(
      'MISSING_PAGINATION_BOUNDARIES',
      'You must provide a `first` or `last` value to properly paginate the connection.',
    );
  let from = after == null ? 0 : positionOf(after);
  let to = before == null ? total : Math.min(total, positionOf(before) - 1);
  to = Math.max(from, to);
  if (first != null) to = Math.min(to, from + checked('first', first));
  if (last != null) from = Math.max(from, to - checked('last', last));
  return { from, to };
}

function checked(name: string, records: number): number {
  if (records < 0 || records > queryLimits.records)
    throw new GraphqlProblem(
      'EXCESSIVE_PAGINATION',
      `\`${name}\` must be between 0 and ${queryLimits.records}, got ${records}.`,
    );
  return records;
}

/** The position of the first item after the cursor. */
function cursorOf(position: number): string {
  return Buffer.from(`cursor:${position}`).toString('base64');
}

function positionOf(cursor: string): number {
  const [, digits] = /^cursor:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64').toString('latin1')) ?? [];
  if (digits === undefined)
    throw new GraphqlProblem('INVALID_CURSOR_ARGUMENTS', `\`${shown(cursor)}\` does not appear to be a valid cursor.`);
  return Number(digits);
}
