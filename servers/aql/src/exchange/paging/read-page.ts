import type { Json, JsonObject } from '@recourse/contract';
import type { HeaderSource } from '@recourse/upstream';
import { atPath } from '../answers/at-path.ts';
import { writeCursor } from './cursor.ts';
import { linkedValue } from './links.ts';
import type { PagePlan } from './plan-page.ts';

/** Where the neighbours of a page begin, as the API's parameter names them; undefined if there is none. */
interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** An answer as a page: `items` and `pageInfo`. Undefined if no list is where the file says it is. */
export const readPage = (plan: PagePlan, body: Json, headers: HeaderSource): JsonObject | undefined => {
  const found = atPath(body, plan.paging.itemsAt);
  // Some leave a list out when it is empty.
  const items = found ?? (plan.paging.itemsAt === undefined ? found : []);
  if (!Array.isArray(items))
    return body === null ? pageOf(plan, [], { previous: undefined, next: undefined }) : undefined;
  const total = atPath(body, plan.paging.totalAt);
  const count = plan.paging.totalAt !== undefined && typeof total === 'number' ? total : undefined;
  const list = items as readonly Json[];
  return pageOf(plan, list, neighboursOf(plan, list.length, { body, headers, total: count }), count);
};

/** The page before the first one. */
export const emptyPage = (plan: PagePlan): JsonObject =>
  pageOf(plan, [], { previous: undefined, next: plan.position.at });

const pageOf = (plan: PagePlan, items: readonly Json[], { previous, next }: Neighbours, total?: number): JsonObject => {
  const { position, scope, paging } = plan;
  const cursor = (at: string): string => writeCursor({ at, size: position.size }, scope);
  const first = paging.style === 'link_header' ? (previous ?? '') : position.at;
  return {
    items,
    pageInfo: {
      hasNextPage: next !== undefined,
      hasPreviousPage: previous !== undefined,
      ...(items.length > 0 && { startCursor: cursor(first) }),
      ...(items.length > 0 && next !== undefined && { endCursor: cursor(next) }),
      ...(total !== undefined && { totalCount: total }),
    },
  };
};

interface Facts {
  readonly body: Json;
  readonly headers: HeaderSource;
  readonly total: number | undefined;
}

const neighboursOf = (plan: PagePlan, count: number, { body, headers, total }: Facts): Neighbours => {
  const { paging, position } = plan;
  const link = headers.get('link');
  const linked = (rel: string): string | undefined => linkedValue(link, rel, paging.parameter);
  const here = Number(position.at);
  const { firstIndex: first } = paging;
  switch (paging.style) {
    case 'cursor': {
      const next = atPath(body, paging.cursorAt ?? '');
      const known = typeof next === 'string' || typeof next === 'number' ? String(next) : '';
      return { previous: position.at || undefined, next: known || undefined };
    }
    case 'link_header':
      return { previous: linked('prev') ?? linked('previous'), next: linked('next') };
    case 'offset': {
      const end = here + count;
      const more = total === undefined ? count >= position.size : end - first < total;
      return { previous: here > first ? String(here) : undefined, next: more && count > 0 ? String(end) : undefined };
    }
    case 'page': {
      const known = total === undefined ? undefined : (here - first + 1) * position.size < total;
      const more = known ?? (link ? linked('next') !== undefined : count >= position.size);
      return { previous: here > first ? String(here) : undefined, next: more ? String(here + 1) : undefined };
    }
  }
};
