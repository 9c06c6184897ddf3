import type { JsonObject } from '@recourse/contract';
import type { AdapterOperation } from '../adapter/adapter.ts';
import { searchOperations } from './search-operations.ts';

/** Which operations a caller wants to see. */
export interface OperationsQuery {
  readonly search?: string;
  readonly tag?: string;
  /** The most operations in one answer. */
  readonly first?: number;
  /** The name of the last operation of the page before. */
  readonly after?: string;
}

/** One page, and its place among all operations that were found. */
export interface OperationsPage {
  readonly operations: readonly AdapterOperation[];
  readonly page: JsonObject;
}

/** One answer holds about 6,000 tokens of operations, whatever the size of the adapter. */
const pageBudget = 24_000;
const mostTags = 100;

/**
 * Searches, filters and cuts the operations of an adapter. `sizeOf` returns the characters that one operation takes.
 * Returns undefined if `after` names none of the operations that were found.
 */
export const pageOperations = (
  all: readonly AdapterOperation[],
  { search, tag, first = Number.POSITIVE_INFINITY, after }: OperationsQuery,
  sizeOf: (operation: AdapterOperation) => number,
): OperationsPage | undefined => {
  const tagged = tag === undefined ? all : all.filter(({ tags = [] }) => tags.some((one) => sameTag(one, tag)));
  const found = search === undefined ? tagged : searchOperations(tagged, search);
  const start = after === undefined ? 0 : found.findIndex(({ name }) => name === after) + 1;
  if (after !== undefined && start === 0) return undefined;
  const operations: AdapterOperation[] = [];
  let size = 0;
  for (const operation of found.slice(start)) {
    size += sizeOf(operation);
    if (operations.length > 0 && (operations.length >= first || size > pageBudget)) break;
    operations.push(operation);
  }
  const last = operations.at(-1)?.name;
  const hasMore = start + operations.length < found.length;
  return {
    operations,
    page: {
      total: found.length,
      returned: operations.length,
      ...(hasMore && last !== undefined && { next: { after: last } }),
      ...tagsOf(all),
    },
  };
};

const sameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The tags of an adapter with the number of their operations, most first. */
const tagsOf = (all: readonly AdapterOperation[]): { readonly tags?: JsonObject } => {
  const counts = new Map<string, number>();
  for (const tag of all.flatMap(({ tags = [] }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const most = [...counts].sort(([, left], [, right]) => right - left).slice(0, mostTags);
  return most.length > 0 ? { tags: Object.fromEntries(most) } : {};
};
